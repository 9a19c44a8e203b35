import PostCell
import TerminalKit

/// The profile, or one of its posts.
enum ProfileRow: Hashable, Sendable {
  case profile(ProfileCard)
  case post(PostCellViewModel)
  /// A placeholder for posts that are not loaded.
  case gap(String, id: String)

  /// nil if the row is not a post.
  var post: PostCellViewModel? {
    if case .post(let post) = self { post } else { nil }
  }
}

extension ProfileRow: CellRow {
  var id: String {
    switch self {
    case .profile: "person"
    case .post(let post): "post \(post.id)"
    case .gap(_, let id): "gap \(id)"
    }
  }

  /// True for the profile.
  var opensLinksUnselected: Bool {
    if case .profile = self { true } else { false }
  }

  var nextAgeChange: Duration? { post?.nextAgeChange }

  func layout(width: Int, pictureHeight: Int) -> RowLayout {
    switch self {
    case .profile(let card): card.layout(width: width, pictureHeight: pictureHeight)
    case .post(let post): post.layout(width: width, pictureHeight: pictureHeight)
    case .gap: RowLayout(lines: lines(width: width))
    }
  }

  func lines(width: Int) -> [StyledText] {
    switch self {
    case .profile(let card): card.lines(width: width)
    case .post(let post): post.lines(width: width)
    case .gap(let text, _): TextLayout.wrap(StyledText("… \(text)", .notice), width: width)
    }
  }
}

/// A profile as strings.
struct ProfileCard: Hashable, Sendable {
  struct Field: Hashable, Sendable {
    var name: String
    var value: [PostCellViewModel.TextRun]
    /// “verified 2024-05-01”; nil if it is not verified.
    var verified: String?
  }

  var name: String
  /// With `@`.
  var handle: String
  /// “bot”, “approves followers”.
  var marks: [String] = []
  /// “Has moved to Grace · @grace@far.example”; nil if the account has not moved.
  var moved: String?
  /// “follows you”, “you follow them”, “muted”.
  var relationship: [String] = []
  var about: [PostCellViewModel.TextRun] = []
  var fields: [Field] = []
  /// “joined 2019-03-04”, “1,204 posts”.
  var facts: [String] = []
  /// “Followed by Ada, Bo and 3 others you follow”; empty if there are none.
  var familiarFollowers = ""
  /// “Your note: …”; nil if there is none.
  var note: String?
  var address: String?
  /// The full addresses of the links in bio and fields, in order, without duplicates.
  var links: [String] = []
  /// The titles of the tabs.
  var tabs: [String] = []
  var selectedTab = 0
  /// The loaded custom emoji of name, biography and fields.
  var emojis = EmojiImages()
  /// Whether there is a space for the avatar.
  var hasAvatar = false
}
