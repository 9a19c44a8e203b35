import Domain
import Runtime

@MainActor
public protocol PostTranslationsObserver: AnyObject {
  /// The translation of a post has been shown or hidden, possibly on another screen.
  func translationDidChange(of post: PostRef)
}

/// The translations of an account's posts that are shown, shared by all screens.
@MainActor
public final class PostTranslations {
  private let server: any ServerFeatureRepository
  /// The languages of the user, by ISO 639 without region.
  private let languages: Set<String>
  private let runner: TaskRunner
  private let showNotice: @MainActor (_ text: String, _ isFailure: Bool) -> Void
  private let withdrawNotice: @MainActor (_ text: String) -> Void
  private var shown: [PostRef: PostTranslation] = [:]
  private var loading: [PostRef: Task<Void, Never>] = [:]
  private var observers = WeakObservers<any PostTranslationsObserver>()

  /// - Parameters:
  ///   - languages: the languages of the user, by ISO 639.
  ///   - showNotice: shows that a post is being translated, or why it is not.
  ///   - withdrawNotice: removes a notice.
  public init(
    _ server: any ServerFeatureRepository, languages: [String], runner: TaskRunner,
    showNotice: @escaping @MainActor (_ text: String, _ isFailure: Bool) -> Void,
    withdrawNotice: @escaping @MainActor (_ text: String) -> Void = { _ in }
  ) {
    self.withdrawNotice = withdrawNotice
    self.server = server
    self.languages = Set(languages.map(LanguageName.base))
    self.runner = runner
    self.showNotice = showNotice
  }

  deinit {
    for task in loading.values { task.cancel() }
  }

  public func add(_ observer: any PostTranslationsObserver) {
    observers.add(observer)
  }

  /// The translation to show; nil for the original text.
  public func shownTranslation(of post: Post) -> PostTranslation? { shown[post.ref] }

  /// Whether the server may translate a post: servers translate public posts only.
  public func canTranslate(_ post: Post) -> Bool {
    guard post.isPost, !post.states.contains(.deleted), server.features.contains(.translation) else { return false }
    return [nil, .public, .unlisted].contains(post.visibility) && !(post.text.isEmpty && post.poll == nil)
  }

  /// Whether a post is in a language that is not one of the user's.
  public func isForeign(_ post: Post) -> Bool {
    guard let language = post.details?.language, !languages.isEmpty else { return false }
    return !languages.contains(LanguageName.base(of: language))
  }

  /// Translates a post, or shows its original text again.
  /// - Returns: whether a translation was requested.
  @discardableResult
  public func toggle(_ post: Post) -> Bool {
    if shown.removeValue(forKey: post.ref) != nil {
      notify(of: post.ref)
      return false
    }
    guard loading[post.ref] == nil else { return true }
    showNotice(loadingText, false)
    loading[post.ref] = runner.start(for: self) { [weak self, server] in
      let result: Result<PostTranslation, TimelineError>
      do throws(TimelineError) {
        result = .success(try await server.translation(of: post.id))
      } catch {
        result = .failure(error)
      }
      guard !Task.isCancelled else { return }
      self?.receive(result, of: post.ref)
    }
    return true
  }

  private var loadingText: String { "Translating at \(server.host)…" }

  private func receive(_ result: Result<PostTranslation, TimelineError>, of post: PostRef) {
    loading[post] = nil
    switch result {
    case .success(let translation):
      shown[post] = translation
      notify(of: post)
      if loading.isEmpty { withdrawNotice(loadingText) }
    case .failure(let error): showNotice("Not translated: \(error.clause)".asSentence, true)
    }
  }

  private func notify(of post: PostRef) {
    observers.notify { $0.translationDidChange(of: post) }
  }
}
