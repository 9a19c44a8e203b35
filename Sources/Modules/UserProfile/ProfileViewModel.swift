import PostCell
import TerminalKit

/// The person and their posts as they are drawn.
struct ProfileViewModel: Hashable, Sendable {
  var rows: [ProfileRow]
  var selection: Int
  /// What stands below the last row.
  var footer: String
  /// Empty lines between two rows.
  var spacing = 1
}

/// The first line: who this is and who reads it.
struct ProfileHeader: Hashable, Sendable {
  /// “Grace Hopper”.
  var title: String
  /// “Ada · @ada@demo”.
  var account: String
  /// “@ada@demo”.
  var label: String
  /// The parts of what they have written; none where nothing is shown of them.
  var parts: [String]
}

enum ProfileRow: Hashable, Sendable {
  case person(ProfileCard)
  case post(PostCellViewModel)
  /// What stands in the place of posts that are missing.
  case gap(String, id: String)

  /// nil where the row is none.
  var post: PostCellViewModel? {
    if case .post(let post) = self { post } else { nil }
  }
}

extension ProfileRow: CellRow {
  var id: String {
    switch self {
    case .person: "person"
    case .post(let post): "post \(post.id)"
    case .gap(_, let id): "gap \(id)"
    }
  }

  /// Those of the person.
  var opensLinksUnselected: Bool {
    if case .person = self { true } else { false }
  }

  func lines(width: Int) -> [StyledText] {
    switch self {
    case .person(let card): card.lines(width: width)
    case .post(let post): post.lines(width: width)
    case .gap(let words, _): TextLayout.wrap(StyledText("… \(words)", .notice), width: width)
    }
  }
}

/// Somebody, in words.
struct ProfileCard: Hashable, Sendable {
  struct Field: Hashable, Sendable {
    var name: String
    var value: [PostCellViewModel.TextRun]
    /// “verified 2024-05-01”; nil where it is not.
    var verified: String?
  }

  var name: String
  /// With `@`.
  var handle: String
  /// “bot”, “chooses who follows”.
  var marks: [String] = []
  /// “has moved to Grace · @grace@far.example”; nil where the account is where it was.
  var moved: String?
  /// “follows you”, “you follow them”, “muted”.
  var ties: [String] = []
  var about: [PostCellViewModel.TextRun] = []
  var fields: [Field] = []
  /// “joined 2019-03-04”, “1,204 posts”.
  var facts: [String] = []
  /// “Your note: …”; nil where there is none.
  var note: String?
  var address: String?
  /// The full addresses behind what they say of themselves, in order, each once.
  var links: [String] = []
  /// The parts of what they have written.
  var parts: [String] = []
  var selectedPart = 0
}
