/// The small files of an archive, by path.
enum ArchivePages {
  static func all(of archive: SampleArchive) -> [(path: String, text: String)] {
    let owner = SampleAuthor.owner
    return [
      ("Your archive.html", "<!doctype html><title>Your archive</title>\n"),
      ("data/README.txt", "What each file of this archive holds.\n"),
      (
        "data/manifest.js",
        """
        window.__THAR_CONFIG = {
          "userInfo" : {
            "accountId" : "\(owner.id)",
            "userName" : "\(owner.handle)",
            "displayName" : "\(owner.name)"
          },
          "archiveInfo" : {
            "sizeBytes" : "0",
            "generationDate" : "2026-10-01T00:00:00.000Z",
            "isPartialArchive" : false,
            "maxPartSizeBytes" : "53687091200"
          }
        }

        """
      ),
      (
        "data/account.js",
        """
        window.YTD.account.part0 = [
          {
            "account" : {
              "email" : "\(SampleArchive.address)",
              "createdVia" : "web",
              "username" : "\(owner.handle)",
              "accountId" : "\(owner.id)",
              "createdAt" : "2010-11-20T12:00:00.000Z",
              "accountDisplayName" : "\(owner.name)"
            }
          }
        ]

        """
      ),
      (
        "data/profile.js",
        """
        window.YTD.profile.part0 = [
          {
            "profile" : {
              "description" : {
                "bio" : "Flies from pole to pole, and says so.",
                "website" : "https://t.co/Q000000000",
                "location" : "Between the poles"
              },
              "avatarMediaUrl" : "https://pbs.example.com/profile_images/1/q.jpg"
            }
          }
        ]

        """
      ),
      (
        "data/direct-messages.js",
        """
        window.YTD.direct_messages.part0 = [
          {
            "dmConversation" : {
              "conversationId" : "1-\(owner.id)",
              "messages" : [
                {
                  "messageCreate" : {
                    "recipientId" : "1",
                    "reactions" : [ ],
                    "urls" : [ ],
                    "text" : "\(SampleArchive.secret)",
                    "mediaUrls" : [ ],
                    "senderId" : "\(owner.id)",
                    "id" : "1400000000000000000",
                    "createdAt" : "2021-06-01T12:00:00.000Z",
                    "editHistory" : [ ]
                  }
                }
              ]
            }
          }
        ]

        """
      ),
    ]
  }
}
