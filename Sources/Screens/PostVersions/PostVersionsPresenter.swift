import Domain
import EmptyState
import FoundationEssentials
import PostCell
import ScreenSupport
import TerminalKit
import TimelineCore

/// Loads the versions of a post and shows each as a full post.
@MainActor
final class PostVersionsPresenter {
  private static let offered: Set<EmptyStateAction> = [.retry, .signInAgain, .back]

  weak var view: (any PostVersionsView)?
  /// The current version as far as it is known.
  private let post: Post
  private let loadVersions: any LoadVersionsUseCase
  private let services: AppServices
  private let session: AccountSession
  private let router: any PostWireframe

  private lazy var loader = ScreenLoader<[PostVersion]>(
    services, of: session.account, render: { [weak self] in self?.render() }, reload: { [weak self] in self?.reload() })
  private var selection = 0
  private var contentSwitch = ContentSwitch()

  init(
    of post: Post, _ loadVersions: any LoadVersionsUseCase, services: AppServices, session: AccountSession,
    router: any PostWireframe
  ) {
    self.post = post
    self.loadVersions = loadVersions
    self.services = services
    self.session = session
    self.router = router
  }

  private var now: Date { services.clock.now }

  private var subject: EmptyReason.Subject {
    .init(owner: "", contentName: "earlier versions", origin: session.account.origin)
  }
}

// MARK: - Rendering

extension PostVersionsPresenter {
  private func render() {
    guard let view else { return }
    let title = post.author.map { "Versions of a post by \($0.displayName)" } ?? "Versions of a post"
    view.showHeader(ListHeader(title: title, reader: session.account.profile))
    contentSwitch.show(screenContent, on: view) { view.show($0) }
    showStatus()
    let loading = "Loading \(subject.contentName) from \(subject.source)…"
    view.updateNotice(loader.notice(subject, shown: "versions", loading: loading, offered: Self.offered))
  }

  /// Decides between versions, empty view and loading.
  private var screenContent: ScreenContent<PostVersionsViewModel> {
    loader.screenContent(subject, offered: Self.offered) { .content(viewModel(of: $0)) }
  }

  private func viewModel(of versions: [PostVersion]) -> PostVersionsViewModel {
    var keys = PostCellViewModel.KeyNames(services.keymap.value)
    // Nothing is folded on this screen.
    (keys.reveal, keys.fold) = ("", "")
    let rows = versions.enumerated().map { index, version in
      var cell = PostCellViewModel(
        full: post(of: version), now: now, isRevealed: true, keys: keys, time: services.time.value)
      cell.remarks = [label(of: index, of: versions.count)]
      return PostVersionRow(id: "\(versions.count - index)", cell: cell)
    }
    let source = subject.source
    return PostVersionsViewModel(
      rows: rows, selection: selection,
      footer: versions.count > 1 ? "This is the original version." : "\(source) has no earlier versions.")
  }

  private func label(of index: Int, of count: Int) -> String {
    switch index {
    case 0: "current version"
    case count - 1: "original version"
    default: "version \(count - index) of \(count)"
    }
  }

  /// A version as a post.
  private func post(of version: PostVersion) -> Post {
    let options = version.pollOptions.map { Poll.Option(title: $0) }
    return Post(
      id: post.id, account: post.ref.account, author: post.author, createdAt: version.at, text: version.text,
      warning: version.warning, media: version.media,
      poll: options.isEmpty ? nil : Poll(options: options, isClosed: post.poll?.isClosed ?? false))
  }

  private func showStatus() {
    view?.showStatus(loader.content.map { "\(selection + 1) of \($0.count)" } ?? "")
  }
}

// MARK: - Loading

extension PostVersionsPresenter {
  /// Loads the versions. The current ones stay until the response arrives.
  private func load(isReload: Bool) {
    loader.load { [post, loadVersions] () async throws(TimelineError) in
      try await loadVersions(of: post.id, isRefresh: isReload)
    } accept: { [weak self] in
      self?.accept($0)
    }
  }

  private func accept(_ versions: [PostVersion]) {
    // A server without edit history returns no versions.
    let current = PostVersion(at: post.createdAt, text: post.text, warning: post.warning, media: post.media)
    loader.show(versions.isEmpty ? [current] : versions, asOf: now)
    selection = min(selection, max(0, versions.count - 1))
  }
}

// MARK: - User events

extension PostVersionsPresenter: PostVersionsPresentation {
  func viewDidLoad() { load(isReload: false) }
  func viewDidAppear() { loader.screenDidAppear { load(isReload: false) } }
  func viewWillDisappear() { loader.screenWillDisappear() }
  func settingsDidChange() { render() }

  func didSelectRow(at index: Int) {
    selection = index
    showStatus()
  }

  func reload() { load(isReload: true) }
  func signInAgain() { router.showLogin() }

  func openLink(_ url: String) {
    PostSharing(openLink: services.openLink, clipboard: services.clipboard, programs: services.programs) {
      [weak view] text, isFailure in
      view?.showNotice(NoticeViewModel(text: text, isFailure: isFailure))
    }.open(url)
  }
}
