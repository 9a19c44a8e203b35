import TerminalKit

/// Drawn pictures in memory, up to a number of bytes. The least recently used ones are removed first.
struct PictureImageCache<Key: Hashable> {
  private struct Entry {
    let image: CellImage
    var lastUse: Int
  }

  private let maxBytes: Int
  private var entries: [Key: Entry] = [:]
  private var useCount = 0
  private(set) var byteCount = 0

  init(maxBytes: Int) {
    self.maxBytes = maxBytes
  }

  mutating func image(for key: Key) -> CellImage? {
    useCount += 1
    guard let image = entries[key]?.image else { return nil }
    entries[key]?.lastUse = useCount
    return image
  }

  func contains(_ key: Key) -> Bool { entries[key] != nil }

  /// - Parameter visible: pictures on the screen, which are not removed.
  mutating func insert(_ image: CellImage, for key: Key, visible: Set<Key>) {
    useCount += 1
    remove(key)
    entries[key] = Entry(image: image, lastUse: useCount)
    byteCount += image.byteCount
    while byteCount > maxBytes, let oldest = oldest(except: visible.union([key])) { remove(oldest) }
  }

  private mutating func remove(_ key: Key) {
    byteCount -= entries.removeValue(forKey: key)?.image.byteCount ?? 0
  }

  private func oldest(except visible: Set<Key>) -> Key? {
    entries.filter { !visible.contains($0.key) }.min { $0.value.lastUse < $1.value.lastUse }?.key
  }
}
