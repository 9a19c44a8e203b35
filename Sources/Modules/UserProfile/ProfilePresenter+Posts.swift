import Domain
import EmptyState
import FoundationEssentials
import PostCell
import TerminalKit
import TimelineCore

// MARK: - Pager updates

extension ProfilePresenter: TimelinePagerDelegate {
  func pagerDidChange(_ pager: TimelinePager) {
    guard pager === self.pager else { return }
    if selection > 0 { selection = pager.selection + 1 }
    render()
  }

  func pager(_ pager: TimelinePager, didLoad page: TimelinePage, _ outcome: TimelinePager.Outcome) {
    guard pager === self.pager else { return }
    if selection > 0 { selection = pager.selection + 1 }
    if page.loading != nil { listen(after: page.loading) }
    render()
    resumeCountdown()
    if isTooOld(page, outcome) { pager.refresh() } else { pager.fetchAhead() }
  }

  func pager(_ pager: TimelinePager, didFail error: TimelineError) {
    dependencies.log.record(.timelineFailed(handle: userHandle, error: error))
    guard pager === self.pager else { return }
    render()
    resumeCountdown()
  }

  /// Whether the page is older than the source's maximum age. A reloaded page never is.
  private func isTooOld(_ page: TimelinePage, _ outcome: TimelinePager.Outcome) -> Bool {
    if case .refresh = outcome.request { return false }
    guard let maxAge = dependencies.capabilities.maxAge, let asOf = page.asOf else { return false }
    return abs(now.timeIntervalSince(asOf)) >= maxAge
  }

  /// Observes the progress of reading a file.
  private func listen(after progress: LoadingProgress?) {
    sourceObserver.observe(after: progress) { _ in
    } whenSlow: {
    } readingDidEnd: { [weak self] in
      guard let self else { return }
      pager.readingDidEnd()
      render()
      pager.fetchAhead()
    }
  }
}

// MARK: - User events

extension ProfilePresenter: ProfilePresentation {
  func viewDidLoad() {
    load(isReload: false)
    pager.loadFirstPage()
  }

  func viewDidAppear() {
    isVisible = true
    resumeCountdown()
    updateAges()
    refreshIfOld()
  }

  /// Reloads stale posts in the background.
  private func refreshIfOld() {
    if pager.isOld(after: dependencies.capabilities.maxAge) { pager.refreshInBackground() }
  }

  func viewWillDisappear() {
    isVisible = false
    loading.stopCountdown()
  }

  func settingsDidChange() { render() }

  func didSelectRow(at index: Int) {
    selection = index
    pager.select(max(0, index - 1))
    showStatus()
    pager.fetchAhead()
    updateAges()
  }

  func reload() {
    load(isReload: true)
    pager.refresh()
  }

  func showTab(at index: Int) {
    guard tabs.indices.contains(index), index != selectedTab else { return }
    pager.stop()
    selectedTab = index
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

  func showNextTab() { showTab(at: (selectedTab + 1) % tabs.count) }
  func showPreviousTab() { showTab(at: (selectedTab + tabs.count - 1) % tabs.count) }

  func switchAccount() { router.showAccounts() }
  func showNextAccount() { router.showNextAccount() }
  func showPreviousAccount() { router.showPreviousAccount() }
  func signInAgain() { router.showLogin() }
}

// MARK: - Actions on the account

extension ProfilePresenter: RelationshipObserver {
  private var actor: PostActionService { dependencies.actor }
  private var id: String { page.profile.actionTargetID }

  /// The loaded profile with the user's actions since.
  var shownPage: ProfilePage {
    var shown = page
    shown.relationship = actor.relationships[id] ?? page.relationship
    return shown
  }

  var profileActions: ProfileActionAvailability? {
    guard loadedAt != nil else { return nil }
    let user = dependencies.account.profile
    var availability = ProfileActionAvailability(on: page.profile, by: user, actor.kinds, shownPage.relationship)
    let isOn = actor.relationships.lists(of: id)
    availability?.lists = actor.lists.compactMap { list in
      guard case .list(let id) = list.id else { return nil }
      return ProfileActionAvailability.List(id: id, title: list.title, isOn: isOn.contains(id))
    }
    return availability
  }

  func perform(_ action: ProfileAction) {
    if action == .report { return router.show(.report(page.profile, nil)) }
    action.userAction(on: page.profile).map { actor.perform($0, about: "@\(page.profile.handle)") }
  }

  func relationshipsDidChange() { render() }
}

extension ProfilePresenter: RevealedWarningsObserver {
  func warningDidChange(of post: PostRef) {
    if pager.window?.posts.contains(where: { $0.ref == post }) ?? false { render() }
  }
}

// MARK: - Actions on rows

extension ProfilePresenter {
  /// The post in a row, or the profile as a post for row 0.
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
    var destinations = PostLinksViewModel(of: post, within: dependencies.navigation)
    // The profile is on screen already.
    if destinations.people == [page.profile.nameAndLabel] { destinations.people = [] }
    return destinations
  }

  func openProfile(_ number: Int, at index: Int) {
    post(at: index).flatMap { dependencies.navigation.person(number, of: $0) }.map(router.show)
  }

  func availability(at index: Int) -> PostActionAvailability {
    guard index > 0, let post = post(at: index) else { return .none }
    let actor = dependencies.actor
    return PostActionAvailability(
      on: post, by: dependencies.account.profile, actor.kinds, chosen: actor.chosenOptions(of: post.ref),
      canWrite: dependencies.canWrite, canQuote: actor.canQuote, relationship: { actor.relationships[$0] },
      isUncertain: { actor.isUncertain(of: $0) })
  }

  func willShowActionMenu(at index: Int) {
    guard let person = post(at: index)?.actionTarget else { return }
    dependencies.actor.loadRelationship(with: person) { [weak self] in self?.render() }
  }

  func index(of entry: PostKey) -> Int? {
    pager.window?.rows.firstIndex { if case .post(let post) = $0 { post.key == entry } else { false } }.map { $0 + 1 }
  }

  func notifyPostUnavailable() {
    view?.showNotice(NoticeViewModel(text: PostCommands.unavailableText, isFailure: true))
  }

  func perform(_ action: PostAction, at index: Int) {
    guard index > 0, let post = post(at: index) else { return }
    if case .write(let writing) = action { return router.show(.composer(writing, post)) }
    if case .choose(let option) = action { return dependencies.actor.choose(option, of: post.ref) }
    if case .person(.report) = action {
      post.actionTarget.map { router.show(.report($0, post.isPost ? post : nil)) }
      return
    }
    action.userAction(on: post).map { dependencies.actor.perform($0, from: post) }
  }

  var undoTitle: String? { dependencies.actor.history.latest }

  func undo() { dependencies.actor.history.undo() }

  func openVersions(at index: Int) {
    if index > 0, let post = post(at: index) { router.show(.versions(post)) }
  }

  func showPicturesHidden(at index: Int) { actions.showPicturesHidden(dependencies.keymap.value) }

  func openPictures(at index: Int) {
    if index > 0, let post = post(at: index) { router.show(.pictures(post)) }
  }

  /// A link of the profile can be followed from any row.
  func follow(_ url: String, at index: Int) {
    let posts = [post(at: index), page.asPost].compactMap(\.self)
    let destination = posts.lazy.compactMap { [dependencies] in dependencies.navigation.destination(of: url, in: $0) }
      .first
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
