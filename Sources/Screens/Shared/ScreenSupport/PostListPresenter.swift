import Domain
import EmptyState
import PostCell
import TerminalKit

/// The presenter of a screen that lists posts. Opening, copying and acting on the post in a row are implemented here
/// for all of them.
@MainActor
public protocol PostListPresenter: PostPresentation {
  var services: AppServices { get }
  var session: AccountSession { get }

  /// The post in a row, on which the user can act; nil if the row has none.
  func post(at index: Int) -> Post?
  /// The account that a post is read and acted on in: `session`, unless another account has found it. nil if that
  /// account was removed.
  func session(of post: Post) -> AccountSession?
  /// The post whose address, accounts and links a row has; by default its post.
  func linkedPost(at index: Int) -> Post?
  /// The profile whose avatar a row shows, with the account it is read in; by default the author of its post.
  func avatarOwner(at index: Int) -> (profile: Profile, account: AccountID?)?
  /// The custom emoji of a row that can be loaded; by default those of its post.
  func customEmojis(at index: Int) -> [PostPicture]
  /// The posts whose links can be followed from a row, its own first.
  func linkedPosts(at index: Int) -> [Post]
  /// The accounts that reposted the post of a row, if the row represents several reposts; by default empty.
  func reposters(at index: Int) -> [Profile]
  /// The entries that a row represents: several if it joins notifications, otherwise that of its post.
  func entries(at index: Int) -> [Post]
  /// Opens a screen that a post links to, other than its thread.
  func show(_ destination: PostDestination, from post: Post)
  /// Called after an action on a post, and after the relationship with its author was loaded.
  func actionsDidChange(on post: Post)
  func showNotice(_ text: String, isFailure: Bool)
  /// Whether the screen shows translated posts. Others open the post for it.
  var showsTranslations: Bool { get }
}

/// A presenter whose screen opens others only through a `PostWireframe`.
@MainActor
public protocol PostRouting: AnyObject {
  var router: any PostWireframe { get }
}

extension PostRouting {
  public func show(_ destination: PostDestination, from post: Post) { router.show(destination) }
}

extension PostListPresenter {
  public func session(of post: Post) -> AccountSession? { session }
  public var showsTranslations: Bool { false }
  public func linkedPost(at index: Int) -> Post? { post(at: index) }
  public func reposters(at index: Int) -> [Profile] { [] }
  public func entries(at index: Int) -> [Post] { post(at: index).map { [$0] } ?? [] }
  public func linkedPosts(at index: Int) -> [Post] { linkedPost(at: index).map { [$0] } ?? [] }

  public func toggleWarning(at index: Int) { post(at: index).map(session.revealed.toggle) }

  public func destinations(at index: Int) -> PostLinksViewModel {
    guard let post = linkedPost(at: index) else { return PostLinksViewModel() }
    let session = session(of: post)
    let navigation = session?.navigation ?? NavigationCapabilities()
    var links = PostLinksViewModel(of: post, within: navigation)
    if session?.actions.canSetQuotePolicy != true { links.peopleLists.removeAll { $0 == .quotes } }
    if navigation.profiles, reposters(at: index).count > 1 { links.listsReposters = true }
    return links
  }

  public func openProfile(_ number: Int, at index: Int) {
    guard let post = linkedPost(at: index), let session = session(of: post) else { return }
    session.navigation.profile(number, of: post).map { show($0, from: post) }
  }

  public func openPeople(at index: Int) {
    guard let post = linkedPost(at: index) else { return }
    let reposters = reposters(at: index)
    if let notification = post.notification {
      show(.people(notification), from: post)
    } else if reposters.count > 1 {
      show(.reposters(reposters, of: post), from: post)
    }
  }

  public func openPeople(_ list: PeopleList, at index: Int) {
    guard let post = post(at: index) else { return }
    let owner = post.author.map { "@\($0.handle)" } ?? ""
    switch list {
    case .likes: show(.profileList(.likes(of: post.id), of: owner), from: post)
    case .reposts: show(.profileList(.reposts(of: post.id), of: owner), from: post)
    case .quotes: show(.quotes(post), from: post)
    case .followers, .following, .familiarFollowers, .muted, .blocked, .blockedServers: break
    }
  }

  public func openVersions(at index: Int) { post(at: index).map { show(.versions($0), from: $0) } }
  public func openPictures(at index: Int) { post(at: index).map { show(.pictures($0), from: $0) } }

  public func openLinkTarget(_ url: String, at index: Int) {
    for post in linkedPosts(at: index) {
      guard let destination = session(of: post)?.navigation.destination(of: url, in: post) else { continue }
      return show(destination, from: post)
    }
    openLink(url)
  }
}

// MARK: - Pictures

extension PostListPresenter {
  public func content(of picture: ListedPicture) -> PictureContent {
    guard let found = postPicture(picture) else { return .waiting("") }
    let content = services.pictures.content(of: found, size: picture.size)
    guard picture.number == AvatarSpace.number else { return content }
    // No text fits into the space of an avatar.
    return if case .image = content { content } else { .waiting("") }
  }

  public func didDraw(_ drawn: DrawnPictures, redraw: @escaping @MainActor () -> Void) {
    let pictures = drawn.pictures.compactMap { picture in
      postPicture(picture).map { (picture: $0, size: picture.size) }
    }
    let emojis = drawn.rows.flatMap { customEmojis(at: $0) }
    services.pictures.show(pictures + emojis.map { ($0, InlineImage.size) }, for: self, redraw: redraw)
  }

  public func customEmojis(at index: Int) -> [PostPicture] {
    post(at: index).map(services.pictures.emojis(of:)) ?? []
  }

  public func avatarOwner(at index: Int) -> (profile: Profile, account: AccountID?)? {
    guard let post = post(at: index), let author = post.author else { return nil }
    return (author, post.ref.account)
  }

  private func postPicture(_ picture: ListedPicture) -> PostPicture? {
    if picture.number == AvatarSpace.number {
      return avatarOwner(at: picture.row).flatMap { services.pictures.avatar(of: $0.profile, in: $0.account) }
    }
    guard let pictures = post(at: picture.row)?.pictures, pictures.indices.contains(picture.number) else { return nil }
    return pictures[picture.number]
  }
}

// MARK: - Actions at the server

extension PostListPresenter {
  public func availability(at index: Int) -> PostActionAvailability {
    guard let post = post(at: index), let session = session(of: post) else { return .none }
    let actions = session.actions
    var availability = PostActionAvailability(
      on: post, by: session.account.profile, actions.kinds, chosen: actions.chosenOptions(of: post.ref),
      canWrite: session.canWrite, canQuote: actions.canQuote,
      canSetQuotePolicy: actions.canSetQuotePolicy, relationship: { actions.relationships[$0] },
      isRelationshipUnknown: { actions.isRelationshipUnknown(of: $0) })
    availability.isWithoutAccount = session.account.id.kind == .publicServer
    if let target = post.actionTarget { availability.profileActions?.setLists(of: target.actionTargetID, actions) }
    if post.isPost, post.url != nil, !post.states.contains(.deleted) {
      let others = services.actingAccounts.others(than: session.account)
      availability.otherAccounts = others
      if session.account.id.kind == .publicServer {
        availability.actingAccount =
          others.first { $0.id == session.actingAccount } ?? (others.count == 1 ? others[0] : nil)
      }
    }
    if let translations = session.translations, translations.canTranslate(post) {
      availability.translation = .init(
        isShown: translations.shownTranslation(of: post) != nil,
        language: post.details?.language.map(LanguageName.name), isForeign: translations.isForeign(post))
    }
    return availability
  }

  public func willShowActionMenu(at index: Int) {
    guard let post = post(at: index), let target = post.actionTarget else { return }
    guard let actions = session(of: post)?.actions else { return }
    actions.loadRelationship(with: target) { [weak self] in self?.actionsDidChange(on: post) }
    actions.loadLists { [weak self] in self?.actionsDidChange(on: post) }
  }

  public func perform(_ action: PostAction, at index: Int) {
    guard let post = post(at: index), let session = session(of: post) else { return }
    switch action {
    case .write(let writing): show(.composer(writing, post), from: post)
    case .translate:
      guard let translations = session.translations else { return }
      if translations.toggle(post), !showsTranslations { openPost(at: index) }
    case .choose(let option): session.actions.choose(option, of: post.ref)
    case .filter: show(.filter(LocalFilter(like: post, user: session.account.profile)), from: post)
    case .profile(.note): post.actionTarget.map { show(.note($0), from: post) }
    case .profile(.report): post.actionTarget.map { show(.report($0, post.isPost ? post : nil), from: post) }
    case .asOtherAccount(let action, let account): show(.otherAccount(action, account, post), from: post)
    case .setQuotePolicy(let policy):
      action.userAction(on: post).map { session.actions.perform($0, from: post) }
      showNotice("From now on, \(policy.clause).", isFailure: false)
    default:
      for entry in action == .dismiss ? entries(at: index) : [post] {
        action.userAction(on: entry).map { session.actions.perform($0, from: entry) }
      }
      actionsDidChange(on: post)
    }
  }

  public func notifyPostUnavailable() { showNotice(PostCommands.unavailableText, isFailure: true) }

  public var undoTitle: String? { session.actions.history.latest }
  public func undo() { session.actions.history.undo() }
}

// MARK: - Outside of Tern

extension PostListPresenter {
  public func openLink(_ url: String) { sharing.open(url) }
  public func openAddress(at index: Int) { linkedPost(at: index).map(sharing.openAddress) }
  public func copyAddress(at index: Int) { linkedPost(at: index).map(sharing.copyAddress) }
  public func copyText(at index: Int) { post(at: index).map(sharing.copyText) }
  public func open(at index: Int, with program: TextProgram) { post(at: index).map { sharing.open($0, with: program) } }
  public func showPicturesHidden(at index: Int) { sharing.showPicturesHidden(services.keymap.value) }

  private var sharing: PostSharing {
    PostSharing(openLink: services.openLink, clipboard: services.clipboard, programs: services.programs) {
      [weak self] text, isFailure in self?.showNotice(text, isFailure: isFailure)
    }
  }
}
