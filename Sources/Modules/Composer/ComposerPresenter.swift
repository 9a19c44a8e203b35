import Domain
import EmptyState
import FoundationEssentials
import PostCell
import Runtime
import TerminalKit
import TimelineCore

/// Knows the draft that is being written: says what it lacks, and has it kept and sent.
@MainActor
final class ComposerPresenter {
  weak var view: (any ComposerView)?
  let dependencies: ComposerDependencies
  private let router: any ComposerWireframe

  let keeper: DraftSaver
  /// The draft's text, measured.
  private var measured: ComposerText
  /// In bytes of the text's UTF-8.
  private var cursor = 0
  private(set) var capabilities = PublishingCapabilities()
  private let completion: ComposerCompletion
  private var isPreview = false
  /// Whether the person has been told that a file has no description.
  private var hasWarnedAboutDescriptions = false
  private var asking: Task<Void, Never>?

  init(dependencies: ComposerDependencies, router: any ComposerWireframe) {
    self.dependencies = dependencies
    self.router = router
    keeper = DraftSaver(
      dependencies.draft, isKept: dependencies.isKept, drafts: dependencies.drafts, publishing: dependencies.publishing,
      clock: dependencies.clock, runner: dependencies.runner)
    measured = ComposerText(dependencies.draft.text)
    completion = ComposerCompletion(
      publishing: dependencies.publishing, clock: dependencies.clock, runner: dependencies.runner)
    keeper.didFail = { [weak self] in self?.say($0) }
  }

  deinit { asking?.cancel() }

  var draft: Draft { keeper.draft }
  var text: String { draft.text }

  private var limits: PostLimits { capabilities.limits }

  private var length: PostLength { measured.length(warning: draft.warning, limits: limits) }
}

// MARK: - What stands on the screen

extension ComposerPresenter {
  func render() {
    let length = length
    var viewModel = ComposerViewModel(
      title: draft.title, account: dependencies.writer.nameAndLabel, label: dependencies.writer.label)
    viewModel.subject = subject
    viewModel.warning = draft.warning
    viewModel.attachments = draft.attachmentLines
    viewModel.facts = facts
    viewModel.left = limits.characters - length.characters
    viewModel.marks = measured.marks(overflow: length.overflow)
    viewModel.completions = completion.titles
    viewModel.selectedCompletion = completion.selected
    if isPreview { viewModel.preview = preview }
    viewModel.abilities = abilities(isTooLong: length.overflow != nil)
    view?.show(viewModel)
  }

  private func abilities(isTooLong: Bool) -> ComposerCapabilities {
    ComposerCapabilities(
      visibilities: visibilities, canAsk: capabilities.canAsk,
      canAttach: capabilities.canAttach, hasPoll: draft.poll != nil, allowsSeveral: draft.poll?.allowsSeveral == true,
      files: draft.media.map(\.fileName), isTooLong: isTooLong && !draft.isEditing,
      isNew: !draft.isEditing, isEmpty: draft.isEmpty)
  }

  private var facts: [String] {
    var facts: [String] = []
    if let visibility = shownVisibility { facts.append(visibility.fact) }
    if let language = draft.language { facts.append(language) }
    if draft.isSensitive { facts.append("sensitive") }
    return facts
  }

  /// Who will be able to read it, as far as that is known.
  private var shownVisibility: Visibility? {
    draft.shownVisibility(ownDefault: capabilities.defaultVisibility)
  }

  /// What can be chosen: nothing that more people could read than what is answered or quoted.
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
    var cell = PostCellViewModel(post, now: dependencies.clock.now)
    cell.counts = []
    return cell
  }

  /// How it will look, each post of a thread for itself.
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
            endsAt: dependencies.clock.now.addingTimeInterval(Double(poll.duration)), allowsSeveral: poll.allowsSeveral)
        },
        visibility: shownVisibility)
      return PostCellViewModel(post, now: dependencies.clock.now, isRevealed: true)
    }
  }

  func say(_ text: String, isFailure: Bool = false) {
    view?.showNotice(NoticeViewModel(text: text, isFailure: isFailure))
  }
}

// MARK: - The draft

extension ComposerPresenter {
  /// Changes the draft, shows it, and has it kept after a pause.
  func change(_ change: (inout Draft) -> Void) {
    keeper.change(change)
    render()
  }

  private func say(_ failure: DraftSaver.Failure) {
    switch failure {
    case .notSaved(let error, let isLeaving):
      let remedy = isLeaving ? ". \(keys(ComposerCommands.discard, "throws it away"))" : ""
      say("This draft cannot be kept: \(error.clause)\(remedy)", isFailure: true)
    case .notDiscarded(let error): say("This draft cannot be thrown away: \(error.clause)", isFailure: true)
    case .notSent(let error): say("It could not be put into the outbox: \(error.clause)", isFailure: true)
    case .wasSettledElsewhere:
      let remedy = keys(ComposerCommands.send, "sends it all the same")
      say("It was sent, changed or thrown away elsewhere; this is a draft of its own now. \(remedy).", isFailure: true)
    }
  }

  /// “M-Enter sends it so”.
  func keys(_ command: Command, _ words: String) -> String {
    dependencies.keymap.value.sentence(command, words)
  }
}

// MARK: - What the person does

extension ComposerPresenter: ComposerPresentation {
  func viewDidLoad() {
    // What was kept of it lies there already.
    cursor = draft.text.utf8.count
    render()
    if let refusal = draft.refusal {
      say(refusal, isFailure: true)
    } else if dependencies.isKept {
      let another = keys(ComposerCommands.new, "begins another")
      say("Your draft of \(LocalTime.moment(draft.changedAt, at: dependencies.clock.now)). \(another)")
    }
    asking = dependencies.runner.start(for: self) { [weak self, publishing = dependencies.publishing] in
      let capabilities = await publishing.capabilities()
      guard let self, !Task.isCancelled else { return }
      use(capabilities)
      if draft.refusal != nil { moveToOverflow() }
      // What the account is set to may have changed since the server was asked.
      let stated = await publishing.statedCapabilities()
      guard !Task.isCancelled, stated != capabilities else { return }
      use(stated)
    }
  }

  private func use(_ capabilities: PublishingCapabilities) {
    self.capabilities = capabilities
    render()
  }

  func viewWillDisappear() { keeper.keep() }
  func settingsDidChange() { render() }

  func textDidChange(_ text: String, cursor: Int) {
    self.cursor = cursor
    measured.update(text)
    completion.look(at: text, cursor: cursor) { [weak self] in self?.render() }
    change { $0.text = text }
  }

  func cursorDidMove(to cursor: Int) {
    self.cursor = cursor
    let wasOpen = completion.isOpen
    // Somebody may still be asked.
    completion.close()
    if wasOpen { render() }
  }

  func completeNext(by step: Int) {
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
  func choosePollDuration(_ seconds: Int) { change { $0.poll?.duration = seconds } }
  func toggleSeveral() { change { $0.poll?.allowsSeveral.toggle() } }
  func toggleSensitive() { change { $0.isSensitive.toggle() } }
  func removePoll() { change { $0.poll = nil } }

  func removeFile(_ number: Int) {
    guard draft.media.indices.contains(number) else { return }
    change { $0.media.remove(at: number) }
  }

  func togglePreview() {
    isPreview.toggle()
    completion.close()
    render()
  }

  /// What is too long becomes several posts, each with its number: shown as they will be, and sent so.
  func split() {
    guard length.overflow == nil || preview.count > 1 else {
      return say("It cannot be cut: no post has room for more than its warning.", isFailure: true)
    }
    isPreview = true
    render()
    say("\(preview.count) posts, one answering the other. \(keys(ComposerCommands.send, "sends them all")).")
  }

  func openInEditor() {
    do {
      let edited = try dependencies.programs.edit(draft.text)
      view?.replaceText(with: edited.text)
      if !edited.problem.isEmpty { say("\(edited.problem). What you saved is here.", isFailure: true) }
      // The file goes once the draft is on the disk.
      keeper.keep(then: edited.remove)
    } catch {
      say("\(error.words). The text is as it was.", isFailure: true)
    }
  }

  func send() {
    guard case .open = keeper.state else { return }
    let isThread = isPreview && length.overflow != nil && preview.count > 1
    if let fault = draft.fault(within: capabilities), !(isThread && fault.isLength) { return point(at: fault) }
    if let fault = scheduleFault(isThread: isThread) { return say(fault, isFailure: true) }
    if draft.media.contains(where: \.description.isEmpty), !hasWarnedAboutDescriptions {
      hasWarnedAboutDescriptions = true
      say("\(PublishingFailureText.undescribed) \(keys(ComposerCommands.send, "sends it so")).")
      return
    }
    let visibility = draft.visibility(ownDefault: capabilities.defaultVisibility)
    let parts =
      isThread ? draft.parts(limits: limits, visibility: visibility, now: dependencies.clock.now) : [draft]
    let delay = draft.isEditing ? 0 : dependencies.delay.value
    keeper.send(parts, delay: delay) { [router] in router.didSend($0, delay: delay) }
  }

  func leave() {
    let isDraft = keeper.isWrittenOn
    if draft.isEmpty, isDraft { return keeper.throwAway { [router] in router.leave(saying: nil) } }
    keeper.keep { [router] in router.leave(saying: isDraft ? "Kept as a draft." : nil) }
  }

  func showNextDraft() { keeper.keep { [router, id = draft.id] in router.showDraft(after: id) } }
  func showDrafts() { keeper.keep { [router] in router.showDrafts() } }
  func beginAnother() { keeper.keep { [router] in router.beginAnother() } }
  func discard() { keeper.throwAway { [router] in router.leave(saying: "Thrown away.") } }

  /// Why it cannot be published when it is to be; time has gone on since that was said.
  private func scheduleFault(isThread: Bool) -> String? {
    guard let moment = draft.publishAt else { return nil }
    if isThread { return "A thread cannot be published later." }
    guard !PublishTime.isFarEnough(moment, now: dependencies.clock.now) else { return nil }
    return "\(PublishTime.Fault.tooSoon.words) \(keys(ComposerCommands.schedule, "changes it"))."
  }

  /// Says what is wrong, and has the cursor be there.
  func point(at fault: DraftFault) {
    if isPreview { togglePreview() }
    if case .tooLong = fault, moveToOverflow() {
      let split = keys(ComposerCommands.split, "cuts it into a thread")
      return say(fault.words + (split.isEmpty || draft.isEditing ? "" : " \(split)."), isFailure: true)
    }
    say(fault.words, isFailure: true)
  }

  /// Has the cursor be where the text begins to be too long.
  /// - Returns: whether it is too long.
  @discardableResult
  private func moveToOverflow() -> Bool {
    guard let overflow = length.overflow else { return false }
    view?.moveCursor(toByte: draft.text.utf8.distance(from: draft.text.startIndex, to: overflow))
    return true
  }
}
