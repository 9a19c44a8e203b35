import Domain
import EmptyState
import PostCell
import TerminalKit

/// Everything in the composer except the text.
struct ComposerViewModel: Hashable, Sendable {
  /// “Reply to Grace Hopper”, “New post”.
  var title: String
  /// “Ada · @ada@demo”.
  var account: String
  var label: String
  /// The post that is replied to or quoted.
  var subject: PostCellViewModel?
  /// “followers only”, “sensitive”.
  var facts: [String] = []
  /// The number of characters left; negative if the text is over the limit.
  var left = 0
  var marks: [Mark] = []
  /// What is sent besides the text.
  var fields: [Field] = []
  /// The suggestions for the word at the cursor.
  var completions: [String] = []
  var selectedCompletion = 0
  /// The rendered posts; empty while editing.
  var preview: [PostCellViewModel] = []
  var composerState = ComposerState()

  /// A field of the form below the text: “Language  German”.
  struct Field: Hashable, Sendable {
    struct ID: Hashable, Sendable {
      let command: Command?
      let file: Int?
    }

    /// Changes the field; nil if it cannot be changed.
    var command: Command?
    /// The index of the attached file that it describes; nil for other fields.
    var file: Int?
    var name: String
    /// The name on a narrow screen.
    var shortName: String
    /// What is sent, or what applies if the field is not set: “none”.
    var value: String
    /// Whether it differs from a plain post.
    var isSet: Bool
    /// Whether a description is missing.
    var isIncomplete = false

    var id: ID { ID(command: command, file: file) }
  }

  /// A styled part of the text, in bytes of its UTF-8.
  struct Mark: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      case link, mention, tag
      /// Over the character limit.
      case overflow
    }

    var bytes: Range<Int>
    var kind: Kind
  }
}

/// What the commands of the composer depend on.
struct ComposerState: Hashable, Sendable {
  var visibilities: [Visibility] = []
  var canAddPoll = false
  var canAttach = false
  var hasPoll = false
  var allowsMultiple = false
  /// Who may quote it; empty if the server has no such setting.
  var quotePolicies: [String] = []
  /// The names of the accounts that can write it instead.
  var otherAccounts: [String] = []
  /// What each command would change: “public” for the visibility.
  var states: [Command: String] = [:]
  /// The names of the attached files.
  var files: [String] = []
  var isTooLong = false
  /// Whether the draft is not an edit of a published post, so that it can be scheduled.
  var isNew = true
  var isEmpty = true
}

/// A one-line prompt with its initial text.
enum ComposerPrompt: Hashable, Sendable {
  case warning(String)
  case language(String)
  /// The options, separated by slashes.
  case poll(String)
  case file(String)
  case schedule(String)
  case description(String, file: Int)
  /// The point that stays visible when the picture is cropped: “top left”, “0.5,-0.3”.
  case focus(String, file: Int)

  /// The label in front of the field.
  var label: String {
    switch self {
    case .warning: "Content warning"
    case .language: "Language"
    case .poll: "Options, separated by /"
    case .file: "File"
    case .schedule: PublishTime.promptLabel
    case .description: "Description"
    case .focus: "Focal point"
    }
  }

  /// The examples in the empty field.
  var placeholder: String {
    switch self {
    case .schedule: PublishTime.promptPlaceholder
    case .language: "German, de, pt-BR"
    default: ""
    }
  }

  /// The initial text of the field.
  var text: String {
    switch self {
    case .warning(let text), .language(let text), .poll(let text), .file(let text), .schedule(let text),
      .description(let text, _), .focus(let text, _):
      text
    }
  }

  /// Whether Tab completes the text.
  var canBeCompleted: Bool {
    switch self {
    case .file, .focus, .language: true
    case .warning, .poll, .schedule, .description: false
    }
  }
}
