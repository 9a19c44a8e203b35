import CZlib
import Glibc

/// An archive as a ZIP file without ZIP64 extensions.
public struct ZIPSink: ArchiveSink {
  private let path: String
  private let file: OutputFile
  private var entry: ZIPEntry?
  private var deflater: Deflater?
  private var directory = ZIPRecord()
  private var count = 0

  /// - Throws: `SampleArchiveError` if the file cannot be created.
  public init(path: String) throws(SampleArchiveError) {
    self.path = path
    file = try OutputFile(path)
  }

  public mutating func begin(_ path: String) throws(SampleArchiveError) {
    let entry = ZIPEntry(path: path, offset: file.length)
    // Written again when the lengths are known.
    try file.write(entry.localHeader)
    self.entry = entry
    deflater = try Deflater()
  }

  public mutating func write(_ bytes: [UInt8]) throws(SampleArchiveError) {
    try append(bytes, isLast: false)
  }

  public mutating func end() throws(SampleArchiveError) {
    try append([], isLast: true)
    guard let entry else { return }
    guard max(entry.length, entry.packedLength, file.length) < UInt32.max else {
      throw SampleArchiveError(path, number: EFBIG)
    }
    try file.write(entry.localHeader, at: entry.offset)
    directory.append(entry.directoryHeader)
    count += 1
    self.entry = nil
    deflater = nil
  }

  public mutating func close() throws(SampleArchiveError) {
    let start = file.length
    try file.write(directory.bytes)
    var end = ZIPRecord()
    end.append(0x0605_4B50, bytes: 4)
    end.append(0, bytes: 4)
    end.append(count, bytes: 2)
    end.append(count, bytes: 2)
    end.append(directory.bytes.count, bytes: 4)
    end.append(start, bytes: 4)
    end.append(0, bytes: 2)
    try file.write(end.bytes)
  }

  private mutating func append(_ bytes: [UInt8], isLast: Bool) throws(SampleArchiveError) {
    guard let deflater, var entry else { return }
    let packed = deflater.pack(bytes, isLast: isLast)
    try file.write(packed)
    // Without bytes, zlib would return the initial value.
    if !bytes.isEmpty { entry.checksum = UInt32(crc32(UInt(entry.checksum), bytes, UInt32(bytes.count))) }
    entry.length += bytes.count
    entry.packedLength += packed.count
    self.entry = entry
  }
}
