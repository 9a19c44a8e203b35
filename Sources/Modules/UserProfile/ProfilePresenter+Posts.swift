import Domain
import EmptyState
import FoundationEssentials
import PostCell
import TerminalKit
import TimelineCore

// MARK: - What comes of their posts

extension ProfilePresenter: TimelinePagerDelegate {
  func pagerDidChange(_ pager: TimelinePager) {
    guard pager === self.pager else { return }
    if selection > 0 { selection = pager.selection + 1 }
    render()
  }

  func pager(_ pager: TimelinePager, didLoad page: TimelinePage, _ outcome: TimelinePager.Outcome) {
    guard pager === self.pager else { return }
    if selection > 0 { selection = pager.selection + 1 }
    if page.reading != nil { listen(after: page.reading) }
    render()
    resumeCountdown()
    if isTooOld(page, outcome) { pager.refresh() } else { pager.fetchAhead() }
  }

  func pager(_ pager: TimelinePager, didFail error: TimelineError) {
    dependencies.log.note(.timelineFailed(handle: readerHandle, error: error))
    guard pager === self.pager else { return }
    render()
    resumeCountdown()
  }

  /// Whether the source has news by now. What has just been asked for anew has not.
  private func isTooOld(_ page: TimelinePage, _ outcome: TimelinePager.Outcome) -> Bool {
    if case .refresh = outcome.request { return false }
    guard let maxAge = dependencies.capabilities.maxAge, let asOf = page.asOf else { return false }
    return abs(now.timeIntervalSince(asOf)) >= maxAge
  }

  /// Hears how far a file is read, as long as it is.
  private func listen(after progress: LoadingProgress?) {
    listener.listen(after: progress) { _ in
    } whenSlow: {
    } readingDidEnd: { [weak self] in
      guard let self else { return }
      pager.readingDidEnd()
      render()
      pager.fetchAhead()
    }
  }
}

// MARK: - What the person does

extension ProfilePresenter: ProfilePresentation {
  func viewDidLoad() {
    load(isRefresh: false)
    pager.loadFirstPage()
  }

  func viewDidAppear() {
    isInFront = true
    resumeCountdown()
    renewAges()
    refreshIfOld()
  }

  /// Asks the source for the posts again, behind those that are shown, if they are older than its answers hold.
  private func refreshIfOld() {
    if pager.isOld(after: dependencies.capabilities.maxAge) { pager.refreshBehind() }
  }

  func viewWillDisappear() {
    isInFront = false
    loading.stopCountdown()
  }

  func settingsDidChange() { render() }

  func didSelectRow(at index: Int) {
    selection = index
    pager.select(max(0, index - 1))
    showStatus()
    pager.fetchAhead()
    renewAges()
  }

  func reload() {
    load(isRefresh: true)
    pager.refresh()
  }

  func showPart(at index: Int) {
    guard parts.indices.contains(index), index != selectedPart else { return }
    pager.stop()
    selectedPart = index
    if selection > 0 { selection = pager.hasPosts ? pager.selection + 1 : 0 }
    if pager.content == .loading {
      pager.loadFirstPage()
    } else {
      render()
      refreshIfOld()
    }
    resumeCountdown()
    pager.fetchAhead()
  }

  func showNextPart() { showPart(at: (selectedPart + 1) % parts.count) }
  func showPreviousPart() { showPart(at: (selectedPart + parts.count - 1) % parts.count) }

  func switchAccount() { router.showAccounts() }
  func showNextAccount() { router.showNextAccount() }
  func showPreviousAccount() { router.showPreviousAccount() }
  func logIn() { router.showLogin() }
}

// MARK: - What the reader does with the person

extension ProfilePresenter: RelationshipObserver {
  private var actor: PostActionService { dependencies.actor }
  private var id: String { page.profile.actingID }

  /// The person as the source tells of them, with what the reader has done since.
  var shownPage: ProfilePage {
    var shown = page
    shown.relationship = actor.ties[id] ?? page.relationship
    return shown
  }

  var profileActions: ProfileActionAvailability? {
    guard loadedAt != nil else { return nil }
    let reader = dependencies.account.profile
    var acts = ProfileActionAvailability(on: page.profile, by: reader, actor.kinds, shownPage.relationship)
    let isOn = actor.ties.lists(of: id)
    acts?.lists = actor.lists.compactMap { list in
      guard case .list(let id) = list.id else { return nil }
      return ProfileActionAvailability.List(id: id, title: list.title, isOn: isOn.contains(id))
    }
    return acts
  }

  func act(_ act: ProfileAction) {
    if act == .report { return router.show(.report(page.profile, nil)) }
    act.action(on: page.profile).map { actor.perform($0, about: "@\(page.profile.handle)") }
  }

  func relationshipsDidChange() { render() }
}

extension ProfilePresenter: RevealedWarningsHolder {
  func warningDidChange(of post: PostRef) {
    if pager.window?.posts.contains(where: { $0.ref == post }) ?? false { render() }
  }
}

// MARK: - What the person does to a row

extension ProfilePresenter {
  /// The post in a row; the person's own words where it is theirs.
  private func post(at index: Int) -> Post? { index == 0 ? page.asPost : pager.window?[index - 1] }

  func openPost(at index: Int) {
    guard index > 0 else { return }
    switch pager.window?.row(at: index - 1) {
    case .post(let post): router.showPost(post)
    case .gap(let gap): pager.fill(gap)
    case nil: break
    }
  }

  func toggleWarning(at index: Int) {
    if index > 0 { post(at: index).map(dependencies.revealed.toggle) }
  }

  func destinations(at index: Int) -> PostLinksViewModel {
    guard let post = post(at: index) else { return PostLinksViewModel() }
    var destinations = PostLinksViewModel(of: post, within: dependencies.reach)
    // They stand here already.
    if destinations.people == [page.profile.nameAndLabel] { destinations.people = [] }
    return destinations
  }

  func openProfile(_ number: Int, at index: Int) {
    post(at: index).flatMap { dependencies.reach.person(number, of: $0) }.map(router.show)
  }

  func acts(at index: Int) -> PostActionAvailability {
    guard index > 0, let post = post(at: index) else { return .none }
    let actor = dependencies.actor
    return PostActionAvailability(
      on: post, by: dependencies.account.profile, actor.kinds, chosen: actor.chosenOptions(of: post.ref),
      canWrite: dependencies.canWrite, canQuote: actor.canQuote, relationship: { actor.ties[$0] },
      isUncertain: { actor.isUncertain(of: $0) })
  }

  func willShowActs(at index: Int) {
    guard let person = post(at: index)?.actedOn else { return }
    dependencies.actor.loadRelationship(with: person) { [weak self] in self?.render() }
  }

  func index(of entry: PostKey) -> Int? {
    pager.window?.rows.firstIndex { if case .post(let post) = $0 { post.key == entry } else { false } }.map { $0 + 1 }
  }

  func notifyPostUnavailable() {
    view?.showNotice(NoticeViewModel(text: PostCommands.goneWords, isFailure: true))
  }

  func act(_ act: PostAction, at index: Int) {
    guard index > 0, let post = post(at: index) else { return }
    if case .write(let writing) = act { return router.show(.composer(writing, post)) }
    if case .choose(let option) = act { return dependencies.actor.choose(option, of: post.ref) }
    if case .person(.report) = act {
      post.actedOn.map { router.show(.report($0, post.isPost ? post : nil)) }
      return
    }
    if let action = act.action(on: post) { dependencies.actor.perform(action, from: post) }
  }

  var takenBackNext: String? { dependencies.actor.history.latest }

  func takeBack() { dependencies.actor.history.takeBack() }

  func openVersions(at index: Int) {
    if index > 0, let post = post(at: index) { router.show(.versions(post)) }
  }

  func showPicturesHidden(at index: Int) { actions.showPicturesHidden(dependencies.keymap.value) }

  func openPictures(at index: Int) {
    if index > 0, let post = post(at: index) { router.show(.pictures(post)) }
  }

  /// The links of the person answer wherever the selection is.
  func follow(_ url: String, at index: Int) {
    let posts = [post(at: index), page.asPost].compactMap(\.self)
    let destination = posts.lazy.compactMap { [dependencies] in dependencies.reach.destination(of: url, in: $0) }.first
    if let destination { router.show(destination) } else { openLink(url) }
  }

  func openLink(_ url: String) { actions.open(url) }
  func openAddress(at index: Int) { post(at: index).map(actions.openAddress) }
  func copyAddress(at index: Int) { post(at: index).map(actions.copyAddress) }

  func copyText(at index: Int) {
    if index > 0 { post(at: index).map(actions.copyText) }
  }

  func open(at index: Int, with program: TextProgram) {
    if index > 0 { post(at: index).map { actions.open($0, with: program) } }
  }

  private var actions: PostSharing {
    PostSharing(
      openLink: dependencies.openLink, clipboard: dependencies.clipboard, programs: dependencies.programs
    ) { [weak view] text, isFailure in
      view?.showNotice(NoticeViewModel(text: text, isFailure: isFailure))
    }
  }
}
