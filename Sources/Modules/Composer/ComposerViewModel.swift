import Domain
import PostCell
import TerminalKit

/// What stands beside the text that is being written: strings and flags.
struct ComposerViewModel: Hashable, Sendable {
  /// “Answer to Grace Hopper”, “New post · for 2026-12-01 09:00”.
  var title: String
  /// “Ada · @ada@demo”.
  var account: String
  var label: String
  /// The post that is answered or quoted.
  var subject: PostCellViewModel?
  /// Empty where there is none.
  var warning = ""
  /// What else goes with it, a line each: “▣ cat.png · a cat that sleeps”, “○ tea”.
  var attachments: [Attachment] = []
  /// “for followers”, “sensitive”.
  var facts: [String] = []
  /// How many characters are left; less than 0 where there are too many.
  var left = 0
  var marks: [Mark] = []
  /// What could be meant by what is being typed.
  var completions: [String] = []
  var selectedCompletion = 0
  /// How the post will look; nil where the text is shown.
  var preview: [PostCellViewModel] = []
  var abilities = ComposerCapabilities()

  struct Attachment: Hashable, Sendable {
    var text: String
    /// Whether something is missing.
    var isLacking = false
  }

  /// A part of the text that looks different, in bytes of its UTF-8.
  struct Mark: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      case link, mention, tag
      /// More than the server takes.
      case tooMuch
    }

    var bytes: Range<Int>
    var kind: Kind
  }
}

/// What can be done with the draft.
struct ComposerCapabilities: Hashable, Sendable {
  var visibilities: [Visibility] = []
  var canAsk = false
  var canAttach = false
  var hasPoll = false
  var allowsSeveral = false
  /// What the files are called.
  var files: [String] = []
  var isTooLong = false
  /// Whether it is published, and so can be later.
  var isNew = true
  var isEmpty = true
}

/// A line that is asked for.
enum ComposerPrompt: Hashable, Sendable {
  case warning(String)
  case language(String)
  /// Options with a slash between them.
  case poll(String)
  case file(String)
  /// When it is to be published.
  case schedule(String)
  case description(String, file: Int)

  /// What stands before the field.
  var label: String {
    switch self {
    case .warning: "Warning"
    case .language: "Language"
    case .poll: "Options, a / between them"
    case .file: "File"
    case .schedule: "Publish at (2026-12-01 09:00, tomorrow 9:00, +2h)"
    case .description: "What it shows"
    }
  }

  /// With what it begins.
  var text: String {
    switch self {
    case .warning(let text), .language(let text), .poll(let text), .file(let text), .schedule(let text),
      .description(let text, _):
      text
    }
  }
}
