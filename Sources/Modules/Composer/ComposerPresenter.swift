import Domain
import EmptyState
import FoundationEssentials
import PostCell
import Runtime
import TerminalKit
import TimelineEngine

/// Knows the draft that is being written: keeps it, says what it lacks, and sends it.
@MainActor
final class ComposerPresenter {
  /// After so many seconds without a key what has been written is kept; a text that goes on for longer, after as many.
  private static let pause = 0.5

  weak var view: (any ComposerView)?
  let dependencies: ComposerDependencies
  private let router: any ComposerWireframe

  private(set) var draft: Draft
  /// In bytes of the text's UTF-8.
  private var cursor = 0
  private var capabilities = PublishingCapabilities()
  private(set) var completion: ComposerCompletion
  private var isPreview = false
  /// Whether the person has been told that a file has no description.
  private var hasSpokenOfDescriptions = false
  /// What of the draft is on the disk; nil where nothing is.
  private var kept: Draft?
  /// With what it began: what is as it was begins no draft.
  private let begun: Draft
  private var keeping: Task<Void, Never>?
  /// What is being done to what is kept of it, one after the other: what is sent is no draft afterwards.
  private let storing: OrderedWork
  private var asking: Task<Void, Never>?
  private var isDone = false

  init(dependencies: ComposerDependencies, router: any ComposerWireframe) {
    self.dependencies = dependencies
    self.router = router
    draft = dependencies.draft
    begun = dependencies.draft
    storing = OrderedWork(runner: dependencies.runner)
    completion = ComposerCompletion(
      publishing: dependencies.publishing, clock: dependencies.clock, runner: dependencies.runner)
  }

  deinit {
    keeping?.cancel()
    asking?.cancel()
  }

  var text: String { draft.text }

  private var limits: PostLimits { capabilities.limits }
}

// MARK: - What stands on the screen

extension ComposerPresenter {
  func render() {
    let length = PostLength(draft.text, warning: draft.warning, limits: limits)
    var viewModel = ComposerViewModel(
      title: draft.title, account: dependencies.writer.nameAndLabel, label: dependencies.writer.label)
    viewModel.subject = subject
    viewModel.warning = draft.warning
    viewModel.attachments = draft.attachmentLines
    viewModel.facts = facts
    viewModel.left = limits.characters - length.characters
    viewModel.marks = ComposerMarks.marks(in: draft.text, overflow: length.overflow)
    viewModel.completions = completion.titles
    viewModel.selectedCompletion = completion.selected
    if isPreview { viewModel.preview = preview }
    viewModel.abilities = abilities(isTooLong: length.overflow != nil)
    view?.show(viewModel)
  }

  private func abilities(isTooLong: Bool) -> ComposerAbilities {
    ComposerAbilities(
      visibilities: draft.isEditing ? [] : capabilities.visibilities, canAsk: capabilities.canAsk,
      canAttach: capabilities.canAttach, hasPoll: draft.poll != nil, allowsSeveral: draft.poll?.allowsSeveral == true,
      files: draft.media.map(\.fileName), isTooLong: isTooLong && !draft.isEditing,
      isNew: !draft.isEditing, isEmpty: draft.isEmpty)
  }

  private var facts: [String] {
    var facts: [String] = []
    if let visibility = draft.visibility, visibility != .public { facts.append(visibility.fact) }
    if let language = draft.language { facts.append(language) }
    if draft.isSensitive { facts.append("sensitive") }
    return facts
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
        poll: draft.poll.map { Poll(options: $0.options.map { .init(title: $0) }, isClosed: false) },
        visibility: draft.visibility)
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
    change(&draft)
    draft.changedAt = dependencies.clock.now
    draft.refusal = nil
    render()
    keepSoon()
  }

  /// One that waits to be kept already is kept as it is then: nobody types without end.
  private func keepSoon() {
    guard keeping == nil else { return }
    keeping = dependencies.runner.start(for: self) { [weak self, clock = dependencies.clock] in
      guard (try? await clock.sleep(seconds: Self.pause)) != nil else { return }
      self?.keeping = nil
      self?.keep()
    }
  }

  /// Has what has been written on the disk soon, and waits for nothing. What is as it was begun is no draft.
  private func keep() {
    keeping?.cancel()
    keeping = nil
    guard !isDone, draft != kept, kept != nil || draft.isMore(than: begun) else { return }
    let draft = draft
    kept = draft
    storing.add { [drafts = dependencies.drafts, weak self] in
      do throws(StoreError) {
        try await drafts.store(draft)
      } catch {
        self?.kept = nil
        self?.say("This draft cannot be kept: \(error.clause)", isFailure: true)
      }
    }
  }

  /// Goes elsewhere once what has been written is on the disk; where that says no, all stays as it is.
  private func keep(then leave: @escaping @MainActor () -> Void) {
    guard !isDone else { return }
    guard kept != nil || draft.isMore(than: begun) else { return leave() }
    keeping?.cancel()
    keeping = nil
    let draft = draft
    storing.add { [drafts = dependencies.drafts, weak self] in
      do throws(StoreError) {
        try await drafts.store(draft)
        self?.kept = draft
        leave()
      } catch {
        self?.kept = nil
        self?.say(
          "This draft cannot be kept: \(error.clause). \(self?.keys(ComposerCommands.discard, "throws it away") ?? "")",
          isFailure: true)
      }
    }
  }

  private func forget(then leave: @escaping @MainActor () -> Void) {
    guard !isDone else { return }
    keeping?.cancel()
    keeping = nil
    isDone = true
    let id = draft.id
    storing.add { [drafts = dependencies.drafts, weak self] in
      do throws(StoreError) {
        try await drafts.remove(id)
        leave()
      } catch {
        self?.isDone = false
        self?.say("This draft cannot be thrown away: \(error.clause)", isFailure: true)
      }
    }
  }

  /// Where somebody else has sent it, or thrown it away, what stands here is another one.
  private func becomeAnother() {
    (draft.id, kept, isDone) = (DraftID(), nil, false)
    keepSoon()
    let remedy = keys(ComposerCommands.send, "sends it all the same")
    say("This draft was sent elsewhere, or thrown away. \(remedy).", isFailure: true)
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
      self.capabilities = capabilities
      render()
      if draft.refusal != nil { moveToOverflow() }
    }
  }

  func viewWillDisappear() { keep() }
  func settingsDidChange() { render() }

  func textDidChange(_ text: String, cursor: Int) {
    self.cursor = cursor
    completion.look(at: text, cursor: cursor) { [weak self] in self?.render() }
    change { $0.text = text }
  }

  func cursorDidMove(to cursor: Int) {
    self.cursor = cursor
    guard completion.isOpen else { return }
    completion.close()
    render()
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

  func askForWarning() { view?.ask(.warning(draft.warning)) }
  func askForLanguage() { view?.ask(.language(draft.language ?? "")) }
  func askForPoll() { view?.ask(.poll(draft.poll?.options.joined(separator: " / ") ?? "")) }
  func askForSchedule() {
    guard capabilities.canSchedule || draft.publishAt != nil else { return say(DraftFault.noSchedule.words) }
    view?.ask(.schedule(draft.publishAt.map(LocalTime.minute) ?? ""))
  }

  func askForFile() { view?.ask(.file("")) }

  func askForDescription(ofFile number: Int) {
    guard draft.media.indices.contains(number) else { return }
    view?.ask(.description(draft.media[number].description, file: number))
  }

  func promptDidChange(_ prompt: ComposerPrompt, _ text: String) {
    guard case .file = prompt else { return }
    let paths = dependencies.media.paths(beginning: text, limit: 5)
    if paths.isEmpty { view?.hideNotice() } else { say(paths.map(\.lastPathPart).joined(separator: "  ")) }
  }

  /// As far as all that fits has the same letters.
  func completePrompt(_ prompt: ComposerPrompt, _ text: String) {
    guard case .file = prompt else { return }
    let paths = dependencies.media.paths(beginning: text, limit: 100)
    guard var common = paths.first else { return say("Nothing begins like that.") }
    for path in paths.dropFirst() { common = common.commonPrefix(with: path) }
    view?.ask(.file(common.count > text.count ? common : text))
    if paths.count > 1 { say(paths.prefix(8).map(\.lastPathPart).joined(separator: "  ")) }
  }

  func promptDidEnd(_ prompt: ComposerPrompt, _ text: String) {
    let text = text.trimmed
    switch prompt {
    case .warning:
      change { draft in
        draft.warning = text
        draft.isSensitive = draft.isSensitive || !text.isEmpty
      }
    case .language: setLanguage(text)
    case .poll: setPoll(text)
    case .file: addFile(text)
    case .schedule: setSchedule(text)
    case .description(_, let number):
      guard draft.media.indices.contains(number) else { return }
      change { $0.media[number].description = text }
    }
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
    isPreview = true
    render()
    say("\(preview.count) posts, one answering the other. \(keys(ComposerCommands.send, "sends them all")).")
  }

  func openInEditor() {
    do {
      let text = try dependencies.programs.edit(draft.text)
      view?.replaceText(with: text)
    } catch {
      say("\(error.words). The text is as it was.", isFailure: true)
    }
  }

  func send() {
    guard !isDone else { return }
    let isThread = isPreview && PostLength(draft.text, warning: draft.warning, limits: limits).overflow != nil
    if let fault = draft.fault(within: capabilities), !(isThread && fault.isLength) { return point(at: fault) }
    if let fault = scheduleFault(isThread: isThread) { return say(fault, isFailure: true) }
    if draft.media.contains(where: \.description.isEmpty), !hasSpokenOfDescriptions {
      hasSpokenOfDescriptions = true
      say("What a file shows has not been said. \(keys(ComposerCommands.send, "sends it so")).")
      return
    }
    keeping?.cancel()
    keeping = nil
    let parts = isThread ? draft.parts(limits: limits, now: dependencies.clock.now) : [draft]
    isDone = true
    let delay = draft.isEditing ? 0 : dependencies.delay.value
    let (wasKept, drafts) = (dependencies.isKept, dependencies.drafts)
    storing.add { [publishing = dependencies.publishing, router, weak self] in
      do throws(StoreError) {
        if wasKept || self?.kept != nil, !(try await drafts.drafts()).contains(where: { $0.id == parts[0].id }) {
          self?.becomeAnother()
          return
        }
        try await publishing.send(parts, delay: delay)
        router.didSend(parts[0], delay: delay)
      } catch {
        self?.isDone = false
        self?.keep()
        self?.say("It could not be put into the outbox: \(error.clause)", isFailure: true)
      }
    }
  }

  func leave() {
    let isDraft = kept != nil || draft.isMore(than: begun)
    if draft.isEmpty, isDraft { return forget { [router] in router.leave(saying: nil) } }
    keep { [router] in router.leave(saying: isDraft ? "Kept as a draft." : nil) }
  }

  func showNextDraft() { keep { [router, id = draft.id] in router.showDraft(after: id) } }
  func showDrafts() { keep { [router] in router.showDrafts() } }
  func beginAnother() { keep { [router] in router.beginAnother() } }
  func discard() { forget { [router] in router.leave(saying: "Thrown away.") } }
}

// MARK: - What is asked for

extension ComposerPresenter {
  private func setLanguage(_ text: String) {
    guard text.isEmpty || Draft.isLanguage(text) else {
      return say("“\(text)” is no language: en, pt-BR.", isFailure: true)
    }
    change { $0.language = text.isEmpty ? nil : text }
  }

  private func setPoll(_ text: String) {
    let options = text.split(separator: "/").map { String($0).trimmed }.filter { !$0.isEmpty }
    guard !options.isEmpty else { return change { $0.poll = nil } }
    change { draft in
      var poll = draft.poll ?? DraftPoll()
      poll.options = options
      draft.poll = poll
    }
    if let fault = draft.fault(within: capabilities), fault.isOfPoll { point(at: fault) }
  }

  private func setSchedule(_ text: String) {
    guard !text.isEmpty else { return change { $0.publishAt = nil } }
    do throws(PublishTime.Fault) {
      let moment = try PublishTime.date(text, now: dependencies.clock.now)
      change { $0.publishAt = moment }
    } catch {
      say(error.words, isFailure: true)
    }
  }

  /// Why it cannot be published when it is to be; time has gone on since that was said.
  private func scheduleFault(isThread: Bool) -> String? {
    guard let moment = draft.publishAt else { return nil }
    if isThread { return "A thread cannot be published later." }
    guard !PublishTime.isFarEnough(moment, now: dependencies.clock.now) else { return nil }
    return "\(PublishTime.Fault.tooSoon.words) \(keys(ComposerCommands.schedule, "changes it"))."
  }

  private func addFile(_ path: String) {
    guard !path.isEmpty else { return }
    do throws(TimelineError) {
      let file = try dependencies.media.file(at: path)
      if let words = file.refusal(within: limits) { return say(words, isFailure: true) }
      change { $0.media.append(DraftMedia(path: file.path)) }
      askForDescription(ofFile: draft.media.count - 1)
    } catch .fileUnreadable(let path, let reason) {
      say("\(path): \(reason)", isFailure: true)
    } catch {
      say("There is no file \(path).", isFailure: true)
    }
  }

  /// Says what is wrong, and has the cursor be there.
  private func point(at fault: DraftFault) {
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
    guard let overflow = PostLength(draft.text, warning: draft.warning, limits: limits).overflow else { return false }
    view?.moveCursor(toByte: draft.text.utf8.distance(from: draft.text.startIndex, to: overflow))
    return true
  }

  /// “M-Enter sends it so”.
  private func keys(_ command: Command, _ words: String) -> String {
    dependencies.keymap.value.sentence(command, words)
  }
}
