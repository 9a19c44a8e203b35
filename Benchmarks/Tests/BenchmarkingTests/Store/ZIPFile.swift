import CZlib
import Foundation

/// A minimal ZIP reader that uses the central directory.
struct ZIPFile {
  struct Damage: Error {
    let path: String
  }

  private(set) var files: [String: [UInt8]] = [:]

  init(_ bytes: [UInt8]) throws {
    func number(_ offset: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
    let end = bytes.count - 22
    guard number(end, 4) == 0x0605_4B50 else { throw Damage(path: "the end") }
    var entry = number(end + 16, 4)
    for _ in 0..<number(end + 10, 2) {
      let nameLength = number(entry + 28, 2)
      let path = String(decoding: bytes[entry + 46..<entry + 46 + nameLength], as: UTF8.self)
      let local = number(entry + 42, 4)
      // The local header must agree with the directory.
      guard number(entry, 4) == 0x0201_4B50, number(local, 4) == 0x0403_4B50,
        bytes[local + 4..<local + 30] == bytes[entry + 6..<entry + 32]
      else { throw Damage(path: path) }
      let start = local + 30 + nameLength
      let unpacked = try Self.inflated(bytes[start..<start + number(entry + 20, 4)], to: number(entry + 24, 4), path)
      guard crc32(0, unpacked, UInt32(unpacked.count)) == UInt(number(entry + 16, 4)) else { throw Damage(path: path) }
      files[path] = unpacked
      entry += 46 + nameLength
    }
  }

  private static func inflated(_ packed: ArraySlice<UInt8>, to length: Int, _ path: String) throws -> [UInt8] {
    var input = Array(packed)
    var output = [UInt8](repeating: 0, count: length + 1)
    var stream = z_stream()
    guard inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw Damage(path: path)
    }
    defer { inflateEnd(&stream) }
    let status = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        return inflate(&stream, Z_FINISH)
      }
    }
    guard status == Z_STREAM_END, Int(stream.total_out) == length else { throw Damage(path: path) }
    return Array(output.prefix(length))
  }
}
