import Glibc
import TerminalKit

/// Encodes strings as QR codes with libqrencode, which is loaded when a code is needed.
enum QRCodeEncoder {
  /// `QRcode_encodeString8bit(string, version, level)`. Version 0 is the smallest that fits, level 0 the lowest error
  /// correction, because screens do not damage codes.
  private typealias Encode = @convention(c) (UnsafePointer<CChar>, CInt, CInt) -> UnsafeMutableRawPointer?
  /// `QRcode_free(code)`.
  private typealias Free = @convention(c) (UnsafeMutableRawPointer) -> Void

  /// Whether libqrencode is installed.
  static var isAvailable: Bool { functions != nil }

  private static let functions: (encode: Encode, free: Free)? = {
    guard let library = dlopen("libqrencode.so.4", RTLD_LAZY | RTLD_LOCAL),
      let encode = dlsym(library, "QRcode_encodeString8bit"), let free = dlsym(library, "QRcode_free")
    else { return nil }
    return (unsafeBitCast(encode, to: Encode.self), unsafeBitCast(free, to: Free.self))
  }()

  /// nil if the library is missing, or the text is too long for a QR code.
  static func encode(_ text: String) -> QRCode? {
    guard let functions, let code = text.withCString({ functions.encode($0, 0, 0) }) else { return nil }
    defer { functions.free(code) }
    // typedef struct { int version; int width; unsigned char *data; } QRcode;
    let size = Int(code.load(fromByteOffset: 4, as: CInt.self))
    let data = code.load(fromByteOffset: 8, as: UnsafePointer<UInt8>.self)
    // The lowest bit of a module is its colour: 1 for dark.
    return QRCode(size: size, modules: (0..<size * size).map { data[$0] & 1 == 1 })
  }
}
