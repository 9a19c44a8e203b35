/// A file in a ZIP with its two headers (APPNOTE.TXT, 4.3.7 and 4.3.12).
struct ZIPEntry {
  let path: String
  /// The offset of its local header.
  let offset: Int
  var checksum: UInt32 = 0
  var length = 0
  var packedLength = 0

  var localHeader: [UInt8] {
    var record = ZIPRecord()
    record.append(0x0403_4B50, bytes: 4)
    appendCommon(to: &record)
    record.append(Array(path.utf8))
    return record.bytes
  }

  var directoryHeader: [UInt8] {
    var record = ZIPRecord()
    record.append(0x0201_4B50, bytes: 4)
    record.append(20, bytes: 2)
    appendCommon(to: &record)
    // No comment, first disk, no attributes.
    record.append(0, bytes: 10)
    record.append(offset, bytes: 4)
    record.append(Array(path.utf8))
    return record.bytes
  }

  private func appendCommon(to record: inout ZIPRecord) {
    // Version 2.0, UTF-8 name, deflated, 1980-01-01: a fixed date makes equal archives equal files.
    for value in [20, 1 << 11, 8, 0, 0x21] { record.append(value, bytes: 2) }
    for value in [Int(checksum), packedLength, length] { record.append(value, bytes: 4) }
    record.append(path.utf8.count, bytes: 2)
    record.append(0, bytes: 2)
  }
}
