window.YTD.tweets.part0 = [
  {
    "tweet" : {
      "id_str" : "1001",
      "id" : "1001",
      "created_at" : "Thu Nov 19 21:30:00 +0000 2026",
      "full_text" : "Fog &amp; gulls. The report is here: https://t.co/aaaaaaaaaa",
      "display_text_range" : [ "0", "60" ],
      "favorite_count" : "12",
      "retweet_count" : "3",
      "favorited" : false,
      "retweeted" : false,
      "entities" : {
        "hashtags" : [ ],
        "user_mentions" : [ ],
        "urls" : [
          {
            "url" : "https://t.co/aaaaaaaaaa",
            "expanded_url" : "https://fog.example/reports/2026/11/19",
            "display_url" : "fog.example/reports/2026/1…",
            "indices" : [ "37", "60" ]
          }
        ]
      }
    }
  },
  {
    "tweet" : {
      "id_str" : "1000",
      "id" : "1000",
      "created_at" : "Wed Nov 18 07:05:00 +0000 2026",
      "full_text" : "RT @gull: There is a chip on the pier. I repeat: there is a ch…",
      "display_text_range" : [ "0", "63" ],
      "favorite_count" : "0",
      "retweet_count" : "40",
      "favorited" : false,
      "retweeted" : false,
      "entities" : { "hashtags" : [ ], "urls" : [ ], "user_mentions" : [ { "screen_name" : "gull", "name" : "Gull", "id_str" : "-1", "id" : "-1", "indices" : [ "3", "8" ] } ] }
    }
  }
]
