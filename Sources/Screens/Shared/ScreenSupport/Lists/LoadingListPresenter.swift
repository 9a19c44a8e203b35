import Domain
import EmptyState
import TerminalKit

/// The presenter of a list whose content is loaded as a whole. It decides what to request and how the response is
/// listed.
@MainActor
public protocol LoadingListPresenter: ListPresenter {
  associatedtype Content

  var loader: ScreenLoader<Content> { get }
  /// The content that is loaded, and its source.
  var subject: EmptyReason.Subject { get }
  /// The content in a notice that it is not up to date: “versions”.
  var shownName: String { get }
  /// The sentence while a request is slow: “Loading the thread from example.org…”.
  var loadingText: String { get }
  /// The actions of empty views and notices.
  var offered: Set<EmptyStateAction> { get }

  func request(isReload: Bool) async throws(TimelineError) -> Content
  /// Keeps the response.
  func accept(_ content: Content)
  /// Lists the content, or shows the empty view if it has nothing to list.
  func list(of content: Content) -> ScreenContent<ListRows<Row>>
}

extension LoadingListPresenter {
  public var shownName: String { subject.contentName }
  public var loadingText: String { "Loading \(subject.contentName) from \(subject.source)…" }
  public var offered: Set<EmptyStateAction> { [.retry, .signInAgain, .back] }

  public var screenContent: ScreenContent<ListRows<Row>> {
    loader.screenContent(subject, offered: offered) { list(of: $0) }
  }

  public var notice: NoticeViewModel? {
    loader.notice(subject, shown: shownName, loading: loadingText, offered: offered)
  }

  /// Starts a request. The content stays until the response arrives.
  public func load(isReload: Bool) {
    loader.load { [weak self] () async throws(TimelineError) in
      guard let self else { throw .cancelled }
      return try await request(isReload: isReload)
    } accept: { [weak self] in
      self?.accept($0)
    }
  }

  public func accept(_ content: Content) { loader.show(content) }

  public var canReload: Bool { true }
  public func reload() { load(isReload: true) }
  public func viewDidLoad() { load(isReload: false) }
  public func viewDidAppear() { loader.screenDidAppear { load(isReload: false) } }
  public func viewWillDisappear() { loader.screenWillDisappear() }
  public var isOpening: Bool { loader.isOpening }
  public var isLoading: Bool { loader.isRunning }
}

extension LoadingListPresenter where Content: RandomAccessCollection, Content.Index == Int {
  /// The loaded item of a row; nil if there is none.
  public func item(at index: Int?) -> Content.Element? {
    guard let index, let content = loader.content, content.indices.contains(index) else { return nil }
    return content[index]
  }
}

extension ScreenLoader {
  /// Loads the content of a list.
  public convenience init(for presenter: some LoadingListPresenter, _ services: AppServices, of account: Account) {
    self.init(
      services, of: account, render: { [weak presenter] in presenter?.render() },
      reload: { [weak presenter] in presenter?.reload() })
  }
}
