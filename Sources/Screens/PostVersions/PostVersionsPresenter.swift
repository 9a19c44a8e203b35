import Domain
import EmptyState
import PostCell
import ScreenSupport
import TerminalKit

@MainActor
public enum PostVersionsAssembly {
  /// - Parameter post: the current version as far as it is known.
  public static func make(
    of post: Post, histories: any PostHistoryRepository, services: AppServices, session: AccountSession,
    router: any PostWireframe
  ) -> any ViewController {
    ListScreen(
      PostVersionsPresenter(of: post, histories: histories, services: services, session: session, router: router),
      services: services)
  }
}

/// Lists the versions of a post, the newest first, each as a full post.
@MainActor
final class PostVersionsPresenter {
  weak var view: (any ListScreenView<PostVersionRow>)?
  /// The current version as far as it is known.
  private let post: Post
  private let histories: any PostHistoryRepository
  private let services: AppServices
  private let session: AccountSession
  private let router: any PostWireframe
  private(set) lazy var loader = ScreenLoader<[PostVersion]>(for: self, services, of: session.account)

  init(
    of post: Post, histories: any PostHistoryRepository, services: AppServices, session: AccountSession,
    router: any PostWireframe
  ) {
    self.post = post
    self.histories = histories
    self.services = services
    self.session = session
    self.router = router
  }
}

extension PostVersionsPresenter: LoadingListPresenter {
  var title: String { "Versions" }
  var rowNames: RowNames { RowNames("version", first: "newest version", last: "original version") }
  var shownName: String { "versions" }

  var header: ListHeader {
    let title = post.author.map { "Versions of a post by \($0.displayName)" } ?? "Versions of a post"
    return ListHeader(title: title, reader: session.account.profile)
  }

  var subject: EmptyReason.Subject {
    .init(owner: "", contentName: "earlier versions", origin: session.account.origin)
  }

  /// A server without edit history returns no versions.
  func request(isReload: Bool) async throws(TimelineError) -> [PostVersion] {
    let versions = try await histories.versions(of: post.id, isReload ? .fresh : .cached).reversed()
    let current = PostVersion(at: post.createdAt, text: post.text, warning: post.warning, media: post.media)
    return versions.isEmpty ? [current] : Array(versions)
  }

  func list(of versions: [PostVersion]) -> ScreenContent<ListRows<PostVersionRow>> {
    var keys = PostCellViewModel.KeyNames(services.keymap.value)
    // Nothing is folded on this screen.
    (keys.reveal, keys.fold) = ("", "")
    let rows = versions.enumerated().map { index, version in
      var cell = PostCellViewModel(
        full: post(of: version), now: services.clock.now, isRevealed: true, keys: keys, time: services.time.value)
      cell.remarks = [label(of: index, of: versions.count)]
      return PostVersionRow(id: "\(versions.count - index)", cell: cell)
    }
    let footer = versions.count > 1 ? "This is the original version." : "\(subject.source) has no earlier versions."
    return .content(ListRows(rows, footer: footer))
  }

  private func label(of index: Int, of count: Int) -> String {
    switch index {
    case 0: "current version"
    case count - 1: "original version"
    default: "version \(count - index) of \(count)"
    }
  }

  private func post(of version: PostVersion) -> Post {
    let options = version.pollOptions.map { Poll.Option(title: $0) }
    return Post(
      id: post.id, account: post.ref.account, author: post.author, createdAt: version.at, text: version.text,
      warning: version.warning, media: version.media,
      poll: options.isEmpty ? nil : Poll(options: options, isClosed: post.poll?.isClosed ?? false))
  }

  func commands(at index: Int?) -> [RowCommand] { [] }
  func signInAgain() { router.showLogin() }

  func openLink(_ url: String, at index: Int) {
    PostSharing(openLink: services.openLink, clipboard: services.clipboard, programs: services.programs) {
      [weak self] in self?.showNotice($0, isFailure: $1)
    }.open(url)
  }
}
