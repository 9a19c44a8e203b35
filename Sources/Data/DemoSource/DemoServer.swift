import Domain
import FoundationEssentials

/// The further features of a demo account's simulated server, as accounts.json lists them. The property names are keys.
struct DemoServer: Decodable, Hashable, Sendable {
  struct ListedAnnouncement: Decodable, Hashable, Sendable {
    var text: String
    /// Its age in seconds.
    var age: Double
    var isRead: Bool?
  }

  struct ListedLink: Decodable, Hashable, Sendable {
    var url: String
    var title: String
    var site: String?
    var author: String?
    var summary: String?
    var accounts: Int?

    var link: ServerMatches.SharedLink {
      ServerMatches.SharedLink(
        url: url.escapingControls, title: title.escapingControls,
        card: LinkCard(
          site: site?.escapingControls, author: author?.escapingControls, summary: summary?.escapingControls),
        accounts: accounts)
    }
  }

  struct ListedTranslation: Decodable, Hashable, Sendable {
    var post: String
    var text: String
    var language: String
  }

  /// A reply that only the server of the author has.
  struct ListedReply: Decodable, Hashable, Sendable {
    /// The ID of the post that it replies to.
    var post: String
    var author: DemoRelationships.ListedProfile
    var text: String
  }

  var title: String?
  var about: String?
  var rules: [String]?
  var suggestions: [DemoRelationships.ListedProfile]?
  var announcements: [ListedAnnouncement]?
  var links: [ListedLink]?
  /// The name of the translation service.
  var translator: String?
  var translations: [ListedTranslation]?
  var missingReplies: [ListedReply]?
}
