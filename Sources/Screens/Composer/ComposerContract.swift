import Domain
import EmptyState
import PostCell
import TerminalKit

/// Receives updates from the presenter.
@MainActor
protocol ComposerView: AnyObject {
  /// Shows everything except the text.
  func show(_ viewModel: ComposerViewModel)
  /// Replaces the whole text as a single undo step.
  func replaceText(with text: String)
  /// Replaces a part of the text and moves the cursor to the end of the replacement.
  /// - Parameter bytes: the range in bytes of the text's UTF-8.
  func replace(_ bytes: Range<Int>, with text: String)
  func moveCursor(toByte byte: Int)
  /// Opens a one-line prompt. The result is passed to `promptDidEnd`.
  func showPrompt(_ prompt: ComposerPrompt)
  func showNotice(_ notice: NoticeViewModel)
  func hideNotice()
  /// Hides the notice that stays until the user dismisses it.
  func dismissNotice()
}

/// Receives events from the screen.
@MainActor
protocol ComposerPresentation: AnyObject {
  /// The initial text.
  var text: String { get }
  /// The draft as text, if its latest version is not saved; nil if it is.
  var unsavedText: String? { get }
  func viewDidLoad()
  func viewWillDisappear()
  /// Called after settings, such as keys, have changed.
  func settingsDidChange()

  /// - Parameter cursor: the position in bytes of the text's UTF-8.
  func textDidChange(_ text: String, cursor: Int)
  func cursorDidMove(to cursor: Int)
  /// Selects another completion, without accepting it.
  /// - Parameter step: 1 for the next, -1 for the previous.
  func selectCompletion(by step: Int)
  func acceptCompletion()
  func closeCompletions()

  // Each opens the prompt for one property of the draft.
  func promptForWarning()
  func promptForLanguage()
  func promptForPoll()
  func promptForSchedule()
  func promptForFile()
  func promptForDescription(ofFile number: Int)
  func promptForFocus(ofFile number: Int)
  func promptDidChange(_ prompt: ComposerPrompt, _ text: String)
  func promptDidEnd(_ prompt: ComposerPrompt, _ text: String)
  func completePrompt(_ prompt: ComposerPrompt, _ text: String)

  func choose(_ visibility: Visibility)
  /// - Parameter index: the index in `QuotePolicy.allCases`.
  func chooseQuotePolicy(at index: Int)
  /// Moves the draft to another account of the user.
  /// - Parameter index: the index among the accounts that can write it.
  func write(asAccountAt index: Int)
  /// - Parameter seconds: the duration in seconds.
  func choosePollDuration(_ seconds: Int)
  func toggleMultipleChoice()
  func toggleSensitive()
  func removePoll()
  func removeFile(_ number: Int)
  /// Attaches the picture on the clipboard of the desktop.
  func pastePicture()

  func togglePreview()
  func split()
  func openInEditor()
  func send()
  /// Saves the draft and closes the composer.
  func leave()
  /// Saves the draft and opens the next older one.
  func showNextDraft()
  /// Saves the draft and shows all drafts and the outbox.
  func showDrafts()
  /// Saves the draft and starts a new post.
  func startNewDraft()
  /// Deletes the draft and closes the composer.
  func discard()
}

@MainActor
protocol ComposerWireframe {
  /// - Parameter notice: the notice to show on the previous screen, if any.
  func leave(notice: String?)
  /// Opens the next older draft; after the oldest, the newest.
  func showDraft(after draft: DraftID)
  func showDrafts()
  func startNewDraft()
  /// Moves the draft to another account of the user and opens it there.
  func move(_ draft: MovingDraft, to account: AccountID)
  /// - Parameter delay: how long sending can be undone, in seconds.
  func didSend(_ draft: Draft, delay: Double)
}
