import Domain
import DraftChecks
import EmptyState
import FoundationEssentials
import PostCell
import Runtime
import TerminalKit
import TimelineCore

/// Edits a draft: validates it, and has it saved and sent.
@MainActor
final class ComposerPresenter {
  weak var view: (any ComposerView)?
  let dependencies: ComposerDependencies
  private let router: any ComposerWireframe

  let saver: DraftSaver
  /// The draft's text with its length.
  private var measuredText: ComposerText
  /// The cursor position in bytes of the text's UTF-8.
  private var cursor = 0
  private(set) var capabilities = PublishingCapabilities()
  private let completion: ComposerCompletion
  private var isPreview = false
  /// Whether the user was warned about attachments without a description.
  private var hasWarnedAboutDescriptions = false
  private var capabilityTask: Task<Void, Never>?
  /// Reads the clipboard.
  private var pasteTask: Task<Void, Never>?

  init(dependencies: ComposerDependencies, router: any ComposerWireframe) {
    self.dependencies = dependencies
    self.router = router
    saver = DraftSaver(
      dependencies.draft, isSaved: dependencies.isSaved, drafts: dependencies.drafts,
      publishing: dependencies.publishing,
      clock: dependencies.clock, runner: dependencies.runner)
    measuredText = ComposerText(dependencies.draft.text)
    completion = ComposerCompletion(
      publishing: dependencies.publishing, clock: dependencies.clock, runner: dependencies.runner)
    saver.didFail = { [weak self] in self?.showMessage($0) }
    saver.didRecover = { [weak self] in
      self?.view?.dismissNotice()
      self?.showMessage("Draft saved.")
    }
  }

  deinit {
    capabilityTask?.cancel()
    pasteTask?.cancel()
  }

  var draft: Draft { saver.draft }
  var text: String { draft.text }
  var unsavedText: String? { saver.unsavedDraft?.asFile }

  private var limits: PostLimits { capabilities.limits }

  private var length: PostLength { measuredText.length(warning: draft.warning, limits: limits) }
}

// MARK: - Rendering

extension ComposerPresenter {
  func render() {
    let length = length
    var viewModel = ComposerViewModel(
      title: draft.title, account: dependencies.writer.nameAndLabel, label: dependencies.writer.label)
    viewModel.subject = subject
    viewModel.facts = facts
    viewModel.fields = fields
    viewModel.left = limits.characters - length.characters
    viewModel.marks = measuredText.marks(overflow: length.overflow)
    viewModel.completions = completion.titles
    viewModel.selectedCompletion = completion.selected
    if isPreview { viewModel.preview = preview }
    viewModel.composerState = composerState(isTooLong: length.overflow != nil)
    view?.show(viewModel)
  }

  private func composerState(isTooLong: Bool) -> ComposerState {
    ComposerState(
      visibilities: visibilities, canAddPoll: capabilities.canAddPoll,
      canAttach: capabilities.canAttach, hasPoll: draft.poll != nil, allowsMultiple: draft.poll?.allowsMultiple == true,
      quotePolicies: capabilities.canSetQuotePolicy ? quotePolicies : [],
      otherAccounts: draft.canMove ? dependencies.otherAccounts.map(\.label) : [], states: states,
      files: draft.media.map(\.fileName), isTooLong: isTooLong && !draft.isEditing,
      isNew: !draft.isEditing, isEmpty: draft.isEmpty)
  }

  /// The state of the post for the menu of commands.
  private var states: [Command: String] {
    var states: [Command: String] = [:]
    for field in fields where field.isSet && field.file == nil {
      if let command = field.command { states[command] = field.value }
    }
    states[ComposerCommands.visibility] = shownVisibility?.displayName
    if !draft.media.isEmpty { states[ComposerCommands.file] = "\(draft.media.count) attached" }
    if let poll = draft.poll { states[ComposerCommands.poll] = "\(poll.options.count) options" }
    states[ComposerCommands.sensitive] = draft.isSensitive ? "on" : "off"
    states[ComposerCommands.account] = dependencies.writer.label
    if let quotePolicy { states[ComposerCommands.quotePolicy] = quotePolicy.clause }
    if let poll = draft.poll {
      states[ComposerCommands.pollDuration] = ComposerAvailableCommands.title(ofPollDuration: poll.duration)
      states[ComposerCommands.multipleChoice] = poll.allowsMultiple ? "multiple choices" : "one choice"
    }
    return states
  }

  private var quotePolicy: QuotePolicy? { draft.quotePolicy ?? capabilities.defaultQuotePolicy }

  private var quotePolicies: [String] {
    let chosen = quotePolicy
    return QuotePolicy.allCases.map { $0.clause + ($0 == chosen ? " ✓" : "") }
  }

  private var facts: [String] {
    var facts: [String] = []
    if let visibility = shownVisibility { facts.append(visibility.displayName) }
    if let language = draft.language { facts.append(LanguageName.label(of: language)) }
    if draft.isSensitive { facts.append("sensitive") }
    if let policy = draft.quotePolicy { facts.append(policy.clause) }
    return facts
  }

  /// The visibility that the post will have; nil if unknown.
  var shownVisibility: Visibility? {
    draft.shownVisibility(ownDefault: capabilities.defaultVisibility)
  }

  /// The visibilities to choose from. A reply or quote is never more visible than its subject.
  private var visibilities: [Visibility] {
    guard !draft.isEditing else { return [] }
    guard let widest = draft.widestVisibility else { return capabilities.visibilities }
    let narrower = capabilities.visibilities.filter { !$0.isWider(than: widest) }
    return narrower.contains(widest) ? narrower : [widest] + narrower
  }

  private var subject: PostCellViewModel? {
    guard let subject = draft.purpose.subject, !draft.isEditing else { return nil }
    let post =
      dependencies.subject
      ?? Post(id: subject.id, author: subject.author, text: PostText([.text(subject.excerpt)]))
    var cell = PostCellViewModel(post, now: dependencies.clock.now, keys: .none)
    cell.counts = []
    return cell
  }

  /// The rendered post, or the posts of a thread.
  private var preview: [PostCellViewModel] {
    let texts = ThreadSplit(draft.text, warning: draft.warning, limits: limits)?.texts ?? [draft.text]
    return texts.map { text in
      let post = Post(
        id: PostID(draft.id.rawValue), author: dependencies.writer, createdAt: dependencies.clock.now,
        text: LinkDetector.text(text), warning: draft.warning.isEmpty ? nil : draft.warning,
        media: draft.media.map { Media(kind: .image, description: $0.description.isEmpty ? nil : $0.description) },
        poll: draft.poll.map { poll in
          Poll(
            options: poll.options.map { .init(title: $0) }, isClosed: false,
            endsAt: dependencies.clock.now.addingTimeInterval(Double(poll.duration)),
            allowsMultiple: poll.allowsMultiple)
        },
        visibility: shownVisibility)
      return PostCellViewModel(post, now: dependencies.clock.now, isRevealed: true, keys: .none)
    }
  }

  /// - Parameter isDismissible: whether the message stays until the user dismisses it.
  func showMessage(_ text: String, severity: Severity = .notice, isDismissible: Bool = false) {
    view?.showNotice(NoticeViewModel(text: text, severity: severity, isDismissible: isDismissible))
  }
}

// MARK: - Draft

extension ComposerPresenter {
  /// Changes and renders the draft. It is saved after a pause.
  func change(_ change: (inout Draft) -> Void) {
    saver.change(change)
    render()
  }

  private func showMessage(_ failure: DraftSaver.OperationFailure) {
    switch failure {
    case .notSaved(let error, let isLeaving):
      let remedy = isLeaving ? ". \(keyHint(ComposerCommands.discard, "discards it"))" : ". Trying again"
      showLasting("Could not save this draft: \(error.clause)\(remedy)")
    case .notDiscarded(let error): showLasting("Could not discard this draft: \(error.clause)")
    case .notSent(let error): showLasting("Could not add the post to the outbox: \(error.clause)")
    case .wasChangedElsewhere:
      let remedy = keyHint(ComposerCommands.send, "sends it anyway")
      showLasting("It was sent, changed or discarded elsewhere. Your text is now a separate draft. \(remedy).")
    }
  }

  private func showLasting(_ failure: String) { showMessage(failure, severity: .failure, isDismissible: true) }

  /// The key of a command with what it does: “^S sends them all”; empty if the command has no key.
  func keyHint(_ command: Command, _ words: String) -> String {
    dependencies.keymap.value.sentence(command, words)
  }
}

// MARK: - User actions

extension ComposerPresenter: ComposerPresentation {
  /// Shows the number of other drafts, because a new post does not continue them.
  private func showDraftCount() {
    let count = dependencies.draftCount
    guard count > 0 else { return }
    let key = dependencies.keymap.value.label(of: ComposerCommands.next)
    let effect = count == 1 ? "continues it" : "continues the newest"
    showMessage("\(count == 1 ? "1 draft" : "\(count) drafts") kept" + (key.map { " · \($0) \(effect)" } ?? ""))
  }

  func viewDidLoad() {
    // A saved draft continues at its end.
    cursor = draft.text.utf8.count
    render()
    if let refusal = draft.refusal {
      showLasting(refusal)
    } else if dependencies.isSaved {
      let hint = keyHint(ComposerCommands.new, "starts a new post")
      showMessage("Draft from \(LocalTime.moment(draft.changedAt, at: dependencies.clock.now)). \(hint)")
    }
    showDraftCount()
    capabilityTask = dependencies.runner.start(for: self) { [weak self, publishing = dependencies.publishing] in
      let capabilities = await publishing.capabilities()
      guard !Task.isCancelled else { return }
      self?.apply(capabilities)
      if self?.draft.refusal != nil { self?.moveToOverflow() }
      // The account's default settings may have changed since they were cached. A closed composer cancels the request,
      // so it must not be retained by it.
      let stated = await publishing.refreshedCapabilities()
      guard !Task.isCancelled, stated != capabilities else { return }
      self?.apply(stated)
    }
  }

  private func apply(_ capabilities: PublishingCapabilities) {
    self.capabilities = capabilities
    render()
  }

  func viewWillDisappear() { saver.save() }
  func settingsDidChange() { render() }

  func textDidChange(_ text: String, cursor: Int) {
    self.cursor = cursor
    measuredText.update(text)
    completion.update(for: text, cursor: cursor) { [weak self] in self?.render() }
    change { $0.text = text }
  }

  func cursorDidMove(to cursor: Int) {
    self.cursor = cursor
    let wasOpen = completion.isOpen
    // Also cancels a pending query.
    completion.close()
    if wasOpen { render() }
  }

  func selectCompletion(by step: Int) {
    completion.step(by: step)
    render()
  }

  func acceptCompletion() {
    guard let (bytes, text) = completion.accept() else { return }
    view?.replace(bytes, with: text)
    completion.close()
    render()
  }

  func closeCompletions() {
    completion.close()
    render()
  }

  func choose(_ visibility: Visibility) { change { $0.visibility = visibility } }

  func chooseQuotePolicy(at index: Int) { change { $0.quotePolicy = QuotePolicy.allCases[index] } }

  func write(asAccountAt index: Int) {
    guard draft.canMove, dependencies.otherAccounts.indices.contains(index) else { return }
    let moving = MovingDraft(
      current: { [saver] in saver.draft }, isOpen: { [saver] in saver.isOpen },
      discard: { [saver] in saver.discard(then: $0) })
    router.move(moving, to: dependencies.otherAccounts[index].id)
  }

  func choosePollDuration(_ seconds: Int) { change { $0.poll?.duration = seconds } }
  func toggleMultipleChoice() { change { $0.poll?.allowsMultiple.toggle() } }
  func toggleSensitive() { change { $0.isSensitive.toggle() } }
  func removePoll() { change { $0.poll = nil } }

  func removeFile(_ number: Int) {
    guard draft.media.indices.contains(number) else { return }
    change { $0.media.remove(at: number) }
  }

  func pastePicture() {
    guard pasteTask == nil else { return }
    view?.showNotice(NoticeViewModel(text: "Reading the clipboard…", isPersistent: true))
    pasteTask = dependencies.runner.start(for: self) { [weak self, clipboard = dependencies.pictureClipboard] in
      let result: Result<LocalMediaFile, PasteFailure>
      do throws(PasteFailure) {
        result = .success(try await clipboard.storePicture())
      } catch {
        result = .failure(error)
      }
      guard let self, !Task.isCancelled else { return }
      pasteTask = nil
      view?.hideNotice()
      switch result {
      case .success(let file): attach(file)
      case .failure(let failure): showMessage(failure.sentence, severity: .failure)
      }
    }
  }

  func togglePreview() {
    isPreview.toggle()
    completion.close()
    render()
  }

  /// Previews a text over the limit as a numbered thread. Sending then sends all of its posts.
  func split() {
    guard length.overflow == nil || preview.count > 1 else {
      return showMessage("Can’t split: the content warning leaves no space for text.", severity: .failure)
    }
    isPreview = true
    render()
    let hint = keyHint(ComposerCommands.send, "sends them all")
    showMessage("\(preview.count) posts, each a reply to the previous one. \(hint).")
  }

  func openInEditor() {
    do {
      let edited = try dependencies.programs.edit(draft.text)
      view?.replaceText(with: edited.text)
      if !edited.problem.isEmpty { showMessage("\(edited.problem). Your saved text is here.", severity: .failure) }
      // The temporary file is removed once the draft is saved.
      saver.save(then: edited.remove)
    } catch {
      showMessage("\(error.message). Your text is unchanged.", severity: .failure)
    }
  }

  func send() {
    guard case .open = saver.state else { return }
    let isThread = isPreview && length.overflow != nil && preview.count > 1
    if let fault = draft.fault(within: capabilities), !(isThread && fault.isLength) { return showFault(fault) }
    if let fault = scheduleFault(isThread: isThread) { return showMessage(fault, severity: .failure) }
    if let file = draft.media.first(where: \.description.isEmpty), !hasWarnedAboutDescriptions {
      hasWarnedAboutDescriptions = true
      let hint = keyHint(ComposerCommands.send, "again sends it anyway")
      let text = "\(PublishingFailureText.missingDescription(of: file.fileName)) \(hint)."
      return showMessage(text, severity: .warning)
    }
    let visibility = draft.visibility(ownDefault: capabilities.defaultVisibility)
    let parts =
      isThread
      ? draft.threadParts(limits: limits, visibility: visibility, now: dependencies.clock.now)
      : [draft.settingShownVisibility(ownDefault: capabilities.defaultVisibility)]
    let delay = draft.isEditing ? 0 : dependencies.delay.value
    saver.send(parts, delay: delay) { [router] in router.didSend($0, delay: delay) }
  }

  func leave() {
    let isDraft = saver.hasUserChanges
    if draft.isEmpty, isDraft { return saver.discard { [router] in router.leave(notice: nil) } }
    saver.save { [router] in router.leave(notice: isDraft ? "Saved as a draft." : nil) }
  }

  func showNextDraft() { saver.save { [router, id = draft.id] in router.showDraft(after: id) } }
  func showDrafts() { saver.save { [router] in router.showDrafts() } }
  func startNewDraft() { saver.save { [router] in router.startNewDraft() } }
  func discard() {
    saver.discard(
      orElse: { [router] in router.leave(notice: "The draft stays as it was last saved: \($0.clause).") },
      then: { [router] in router.leave(notice: "Draft discarded.") })
  }

  /// Why the draft cannot be scheduled, or not any longer; nil if it can.
  private func scheduleFault(isThread: Bool) -> String? {
    guard let moment = draft.publishAt else { return nil }
    if isThread { return "A thread can’t be scheduled." }
    guard !PublishTime.isFarEnough(moment, now: dependencies.clock.now) else { return nil }
    return "\(PublishTime.ParseError.tooSoon.text) \(keyHint(ComposerCommands.schedule, "changes it"))."
  }

  /// Shows what is wrong and moves the cursor to a text over the limit.
  func showFault(_ fault: DraftFault) {
    if isPreview { togglePreview() }
    if case .tooLong = fault, moveToOverflow() {
      let split = keyHint(ComposerCommands.split, "splits it into a thread")
      return showMessage(fault.text + (split.isEmpty || draft.isEditing ? "" : " \(split)."), severity: .failure)
    }
    showMessage(fault.text, severity: .failure)
  }

  /// Moves the cursor to the first character over the limit.
  /// - Returns: whether the text is over the limit.
  @discardableResult
  private func moveToOverflow() -> Bool {
    guard let overflow = length.overflow else { return false }
    view?.moveCursor(toByte: draft.text.utf8.distance(from: draft.text.startIndex, to: overflow))
    return true
  }
}
