import Formats

/// Bytes on their way, counted.
final class CountingSource: ByteSource {
  private let source: any ByteSource
  private let tell: (Int) -> Void

  /// - Parameter tell: how many have come.
  init(_ source: any ByteSource, tell: @escaping (Int) -> Void) {
    self.source = source
    self.tell = tell
  }

  var trouble: SourceTrouble? { source.trouble }

  func read(into bytes: inout [UInt8]) -> Bool {
    let before = bytes.count
    defer { tell(bytes.count - before) }
    return source.read(into: &bytes)
  }
}
