import Domain
import Runtime

/// Looks up which pictures are stored on this machine, and which can be downloaded.
@MainActor
final class KnownPictures {
  /// A picture with its use case, to look up whether it is stored.
  private struct Lookup: Sendable {
    let id: PictureID
    let picture: PostPicture
    let source: any ShowPictureUseCase
  }

  private enum Storage {
    case unknown, stored, missing
  }

  private struct Entry {
    var storage: Storage
    let isDownloadable: Bool
  }

  /// Beyond this number, everything is looked up again.
  private static let maxCount = 50_000

  private let runner: TaskRunner
  private var entries: [PictureID: Entry] = [:]
  private var lookups: [Lookup] = []
  private var isLookingUp = false
  /// Called with the posts whose pictures are now known to be stored or, if `announcesMissing`, to be downloadable.
  var storageDidChange: (Set<PostRef>) -> Void = { _ in }
  /// Whether lists need to know of missing pictures.
  var announcesMissing: () -> Bool = { false }

  init(runner: TaskRunner) {
    self.runner = runner
  }

  /// Whether a picture is stored; false also until it is known.
  func isStored(_ picture: PostPicture, _ source: any ShowPictureUseCase) -> Bool {
    guard let entry = entry(of: picture, source) else { return false }
    if entry.storage == .unknown { lookUp(picture, source) }
    return entry.storage == .stored
  }

  /// Whether a picture is known not to be stored.
  func isMissing(_ picture: PostPicture, _ source: any ShowPictureUseCase) -> Bool {
    !isStored(picture, source) && entry(of: picture, source)?.storage == .missing
  }

  func isDownloadable(_ picture: PostPicture, _ source: any ShowPictureUseCase) -> Bool {
    entry(of: picture, source)?.isDownloadable ?? false
  }

  /// - Parameter isAnnounced: whether to call `storageDidChange`.
  func setStored(_ isStored: Bool, _ picture: PostPicture, isAnnounced: Bool) {
    guard let id = PictureID(picture), let entry = entries[id] else { return }
    let storage: Storage = isStored ? .stored : .missing
    guard entry.storage != storage else { return }
    entries[id]?.storage = storage
    if isAnnounced { storageDidChange([picture.post]) }
  }

  private func entry(of picture: PostPicture, _ source: any ShowPictureUseCase) -> Entry? {
    guard let id = PictureID(picture) else { return nil }
    if let known = entries[id] { return known }
    if entries.count >= Self.maxCount { entries = [:] }
    let new = Entry(storage: .unknown, isDownloadable: source.host(of: picture) != nil)
    entries[id] = new
    return new
  }

  /// Looks up all requested pictures together, away from the main thread.
  private func lookUp(_ picture: PostPicture, _ source: any ShowPictureUseCase) {
    guard let id = PictureID(picture) else { return }
    lookups.append(Lookup(id: id, picture: picture, source: source))
    guard !isLookingUp else { return }
    isLookingUp = true
    runner.start(for: self) { [weak self] in await self?.lookUpAll() }
  }

  private func lookUpAll() async {
    while !lookups.isEmpty {
      let batch = lookups
      lookups = []
      apply(await Self.stored(of: batch), to: batch)
    }
    isLookingUp = false
  }

  private func apply(_ stored: Set<PictureID>, to batch: [Lookup]) {
    for lookup in batch where entries[lookup.id]?.storage == .unknown {
      entries[lookup.id]?.storage = stored.contains(lookup.id) ? .stored : .missing
    }
    let missing = announcesMissing() ? batch.map(\.id).filter { entries[$0]?.isDownloadable == true } : []
    let announced = stored.union(missing)
    if !announced.isEmpty { storageDidChange(Set(announced.map(\.post))) }
  }

  private nonisolated static func stored(of batch: [Lookup]) async -> Set<PictureID> {
    var stored: Set<PictureID> = []
    for lookup in batch where await lookup.source.isStored(lookup.picture) { stored.insert(lookup.id) }
    return stored
  }
}

/// Identifies a picture. Its description is not part of it.
struct PictureID: Hashable, Sendable {
  let post: PostRef
  let url: String

  /// nil without an address, which a stored picture always has.
  init?(_ picture: PostPicture) {
    guard let url = picture.media.url else { return nil }
    (post, self.url) = (picture.post, url)
  }
}
