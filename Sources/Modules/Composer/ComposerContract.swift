import Domain
import EmptyState
import PostCell
import TerminalKit

/// What the presenter tells the screen.
@MainActor
protocol ComposerView: AnyObject {
  /// All that stands beside the text itself.
  func show(_ viewModel: ComposerViewModel)
  /// Puts another text in the place of what stands, as one step that can be taken back.
  func replaceText(with text: String)
  /// Puts something in the place of a part of the text, in bytes of its UTF-8, and the cursor behind it.
  func replace(_ bytes: Range<Int>, with text: String)
  func moveCursor(toByte byte: Int)
  /// Asks for one line; what is typed goes to `promptDidEnd`.
  func ask(_ prompt: ComposerPrompt)
  func showNotice(_ notice: NoticeViewModel)
  func hideNotice()
}

/// What the screen tells the presenter.
@MainActor
protocol ComposerPresentation: AnyObject {
  /// With what it begins.
  var text: String { get }
  func viewDidLoad()
  func viewWillDisappear()
  /// Keys have other names now.
  func settingsDidChange()

  /// - Parameter cursor: in bytes of the text's UTF-8.
  func textDidChange(_ text: String, cursor: Int)
  func cursorDidMove(to cursor: Int)
  func completeNext(by step: Int)
  func acceptCompletion()
  func closeCompletions()

  func askForWarning()
  func askForLanguage()
  func askForPoll()
  func askForSchedule()
  func askForFile()
  func askForDescription(ofFile number: Int)
  func promptDidChange(_ prompt: ComposerPrompt, _ text: String)
  func promptDidEnd(_ prompt: ComposerPrompt, _ text: String)
  func completePrompt(_ prompt: ComposerPrompt, _ text: String)

  func choose(_ visibility: Visibility)
  func choosePollDuration(_ seconds: Int)
  func toggleSeveral()
  func toggleSensitive()
  func removePoll()
  func removeFile(_ number: Int)

  func togglePreview()
  func split()
  func openInEditor()
  func send()
  /// Keeps the draft, and leaves.
  func leave()
  /// Keeps the draft, and goes on with one that was changed before it.
  func showNextDraft()
  /// Keeps the draft, and shows all that there are, and what waits.
  func showDrafts()
  /// Keeps the draft, and begins a post of its own.
  func beginAnother()
  /// Throws it away.
  func discard()
}

/// Where the screen leads.
@MainActor
protocol ComposerWireframe {
  /// - Parameter notice: what is said where one comes to; nil where there is nothing to say.
  func leave(saying notice: String?)
  /// Goes on with the draft that was changed before this one; behind the last stands the first again.
  func showDraft(after draft: DraftID)
  func showDrafts()
  func beginAnother()
  /// The post is on its way, and can be taken back for so many seconds.
  func didSend(_ draft: Draft, delay: Double)
}
