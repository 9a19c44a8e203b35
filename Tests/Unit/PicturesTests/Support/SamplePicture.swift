import Foundation

/// Small sample pictures: 32×32 pixels, red above blue.
enum SamplePicture {
  static let webp = bytes("UklGRiYAAABXRUJQVlA4TBoAAAAvH8AHAA8Q87//8x8OBALJ/tIDJBDR/5zHAQ==")
  /// 16×16 pixels: red above blue, then green.
  static let movingWebP = bytes(
    """
    UklGRo4AAABXRUJQVlA4WAoAAAACAAAADwAADwAAQU5JTQYAAAD/////AABBTk1GMgAAAAAAAAAAAA8AAA8AAGQAAAJWUDhMGQAAAC8P\
    wAMADxDzv//zHw7Egkn+0p1TiOh/zggAQU5NRigAAAAAAAAAAAAPAAAPAABkAAAAVlA4TA8AAAAvD8ADAAfQ/4j+ByKi/wEA
    """)
  static let jpeg = bytes(
    """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxO\
    UlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09P\
    T09PT09PT0//wAARCAAgACADASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUF\
    BAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVW\
    V1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi\
    4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAEC\
    AxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVm\
    Z2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq\
    8vP09fb3+Pn6/9oADAMBAAIRAxEAPwDn6KKK8Y/SQooooAwqKKK/Yj8qCiiigD//2Q==
    """)

  /// A PNG with a declared size and a number of grey rows.
  /// - Parameter width: the width of the picture and of the rows.
  static func png(width: Int, height: Int, rows: Int? = nil) -> [UInt8] {
    let row = [UInt8](repeating: 0, count: width + 1)
    return png(width: width, height: height, data: zlib(Array(repeating: row, count: rows ?? height).flatMap(\.self)))
  }

  /// A grey PNG with arbitrary data.
  static func png(width: Int, height: Int, data: [UInt8]) -> [UInt8] {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let kind: [UInt8] = [8, 0, 0, 0, 0]
    let header = number(width) + number(height) + kind
    return signature + chunk("IHDR", header) + chunk("IDAT", data) + chunk("IEND", [])
  }

  /// Uncompressed zlib data (RFC 1950, RFC 1951).
  private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var packed: [UInt8] = [0x78, 0x01]
    var rest = bytes[...]
    repeat {
      let part = rest.prefix(65_535)
      rest = rest.dropFirst(part.count)
      let (low, high) = (UInt8(part.count & 255), UInt8(part.count >> 8))
      let head: [UInt8] = [rest.isEmpty ? 1 : 0, low, high, ~low, ~high]
      packed += head
      packed += part
    } while !rest.isEmpty
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return packed + number(Int(b << 16 | a))
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + data
    return number(data.count) + named + number(Int(crc(named)))
  }

  private static func number(_ value: Int) -> [UInt8] {
    let shifts = [24, 16, 8, 0]
    return shifts.map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 {
        let isOdd = crc & 1 == 1
        crc >>= 1
        if isOdd { crc ^= 0xEDB8_8320 }
      }
    }
    return ~crc
  }

  private static func bytes(_ base64: String) -> [UInt8] { Data(base64Encoded: base64).map(Array.init) ?? [] }
}

extension [UInt8] {
  /// The first index of a byte sequence.
  func firstIndex(of bytes: [UInt8]) -> Int? {
    indices.first { self[$0...].starts(with: bytes) }
  }
}
