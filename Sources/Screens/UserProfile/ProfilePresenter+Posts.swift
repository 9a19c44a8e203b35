import Domain
import EmptyState
import FoundationEssentials
import PostCell
import ScreenSupport
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
    services.log.record(.timelineFailed(handle: session.logHandle, error: error))
    guard pager === self.pager else { return }
    render()
    resumeCountdown()
  }

  /// Whether the page is older than the source's maximum age. A reloaded page never is.
  private func isTooOld(_ page: TimelinePage, _ outcome: TimelinePager.Outcome) -> Bool {
    if outcome.request.freshness == .fresh { return false }
    guard let maxAge = session.capabilities.maxAge, let asOf = page.asOf else { return false }
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

extension ProfilePresenter {
  var canReload: Bool { true }

  func viewDidLoad() {
    load(isReload: false)
    pager.loadFirstPage()
  }

  func viewDidAppear() {
    isVisible = true
    if wasEdited { load(isReload: true) }
    wasEdited = false
    resumeCountdown()
    updateAges()
    refreshIfOld()
  }

  /// Reloads stale posts in the background.
  private func refreshIfOld() {
    if pager.isOld(after: session.capabilities.maxAge) { pager.refreshInBackground() }
  }

  func viewWillDisappear() {
    isVisible = false
    loading.stopCountdown()
    services.pictures.hide(from: self)
  }

  func didSelectRow(at index: Int) {
    selection = index
    pager.select(max(0, index - 1))
    pager.fetchAhead()
    updateAges()
  }

  func didMoveBeyondEnd() { didSelectRow(at: selection) }

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
}

// MARK: - Actions on the account

extension ProfilePresenter: RelationshipObserver {
  private var actions: PostActionService { session.actions }
  private var id: String { page.profile.actionTargetID }

  /// The loaded profile with the user's actions since.
  var shownPage: ProfilePage {
    var shown = page
    shown.relationship = actions.relationships[id] ?? page.relationship
    if let isBlocked = actions.relationships.isServerBlocked(of: page.profile) {
      if isBlocked {
        shown.relationship?.flags.insert(.blockingServer)
      } else {
        shown.relationship?.flags.remove(.blockingServer)
      }
    }
    return shown
  }

  var profileActions: ProfileActionAvailability? {
    guard loadedAt != nil else { return nil }
    let user = session.account.profile
    var availability = ProfileActionAvailability(on: page.profile, by: user, actions.kinds, shownPage.relationship)
    availability?.setLists(of: id, actions)
    return availability
  }

  func perform(_ action: ProfileAction) {
    if action == .report { return router.show(.report(page.profile, nil)) }
    if action == .note { return router.show(.note(page.profile)) }
    action.userAction(on: page.profile).map { actions.perform($0, about: "@\(page.profile.handle)") }
  }

  var peopleLists: [PeopleList] {
    let canList = session.navigation.profileLists && page.profile.id != nil
    let own: [PeopleList] =
      isOwn ? (canList ? [.muted, .blocked] : []) + (session.navigation.management ? [.blockedServers] : []) : []
    return (canList ? [.followers, .following] : []) + (canList && !isOwn ? [.familiarFollowers] : []) + own
  }

  var isOwn: Bool { page.profile.isSame(as: session.account.profile) }
  var canEdit: Bool { isOwn && loadedAt != nil && session.navigation.management }
  func edit() {
    wasEdited = true
    router.show(.ownProfile)
  }

  func openPeople(_ list: PeopleList) {
    if list == .blockedServers { return router.show(.blockedServers) }
    guard let id = page.profile.id else { return }
    let owner = "@\(page.profile.handle)"
    switch list {
    case .followers: router.show(.profileList(.followers(of: id), of: owner))
    case .following: router.show(.profileList(.following(of: id), of: owner))
    case .muted: router.show(.profileList(.muted, of: owner))
    case .blocked: router.show(.profileList(.blocked, of: owner))
    case .familiarFollowers: router.show(.profileList(.familiarFollowers(of: id), of: owner))
    case .likes, .reposts, .quotes, .blockedServers: break
    }
  }

  func relationshipsDidChange() { render() }
}

extension ProfilePresenter: RevealedWarningsObserver, PostPicturesObserver {
  func picturesDidChange(of posts: Set<PostRef>?) {
    guard let posts else { return render() }
    if pager.window?.posts.contains(where: { posts.contains($0.ref) }) ?? false { render() }
  }

  func warningDidChange(of post: PostRef) {
    if pager.window?.posts.contains(where: { $0.ref == post }) ?? false { render() }
  }
}

// MARK: - Actions on rows

extension ProfilePresenter: PostListPresenter {
  func post(at index: Int) -> Post? { index == 0 ? nil : pager.window?[index - 1] }

  func avatarOwner(at index: Int) -> (profile: Profile, account: AccountID?)? {
    index == 0
      ? (page.profile, session.account.id)
      : post(at: index).flatMap { post in
        post.author.map { ($0, post.ref.account) }
      }
  }

  func customEmojis(at index: Int) -> [PostPicture] {
    index == 0
      ? services.pictures.emojis(page.profile.images?.emojis ?? [], in: session.account.id)
      : post(at: index).map(services.pictures.emojis(of:)) ?? []
  }

  func linkedPost(at index: Int) -> Post? { index == 0 ? page.asPost : post(at: index) }

  /// A link of the profile can be followed from any row.
  func linkedPosts(at index: Int) -> [Post] { [post(at: index), page.asPost].compactMap(\.self) }

  func index(of entry: PostKey) -> Int? {
    pager.window?.rows.firstIndex { if case .post(let post) = $0 { post.key == entry } else { false } }.map { $0 + 1 }
  }

  func openPost(at index: Int) {
    guard index > 0 else { return }
    switch pager.window?.row(at: index - 1) {
    case .post(let post): router.showPost(post)
    case .gap(let gap): pager.fill(gap)
    case nil: break
    }
  }

  func destinations(at index: Int) -> PostLinksViewModel {
    guard let post = linkedPost(at: index) else { return PostLinksViewModel() }
    var destinations = PostLinksViewModel(of: post, within: session.navigation)
    // The profile is on screen already.
    if destinations.profiles == [page.profile.nameAndLabel] { destinations.profiles = [] }
    return destinations
  }

  func actionsDidChange(on post: Post) { render() }
}
