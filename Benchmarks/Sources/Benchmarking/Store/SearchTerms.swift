import SampleArchives

/// Search terms other than words: each kind of term, and pairs of which one is very frequent.
enum SearchTerms {
  static let all = [
    "from:\(SampleArchive.handle)", "since:2020", "until:2012", "has:media", "has:image", "has:video", "has:link",
    "is:repost", "is:reply", "is:thread", "is:deleted", "likes:>100", "likes:0", "likes:17", "reposts:>10", "lang:en",
    "lang:ja", "to:\(SampleArchive.handle)", "to:nobody", "@nobody", "#nothing", "in:Posts", "in:Likes",
    "is:repost likes:0", "likes:<3 reposts:>10", "likes:>100 -reposts:>10", "to:\(SampleArchive.handle) -is:thread",
    "is:thread -to:\(SampleArchive.handle)", "is:repost in:Likes", "likes:>100 in:Likes", "has:image in:Replies",
    "has:media -in:Media", "is:repost in:Posts", "is:reply in:Reposts", "in:Posts in:Replies", "in:Posts in:Reposts",
  ]
}
