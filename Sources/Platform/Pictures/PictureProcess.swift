import CPictures
import Domain
import Glibc

/// The child process that decodes a picture: it reads a file from standard input, drops its privileges, and writes the
/// result to standard output.
public enum PictureProcess {
  /// The internal command of the child process.
  public static let command = "decode-picture"
  /// Additional memory in bytes.
  private static let memory = 640 << 20
  /// Maximum CPU time.
  static let seconds = 5

  /// The arguments for a request: `80 24 256 0 0`; if pixels are requested, `80 24 256 0 0 9 18 256 0` with the size of
  /// a cell, the number of colours (0 for true colour) and the background colour.
  static func arguments(for request: PictureRequest) -> [String] {
    let style = request.style
    let cells = [request.width, request.height, style.colors, style.isASCII ? 1 : 0, style.isLight ? 1 : 0]
    let pixels = style.pixels.map { [$0.cell.width, $0.cell.height, $0.colors ?? 0, Int($0.background)] } ?? []
    return (cells + pixels).map(String.init)
  }

  /// - Returns: The exit status; 0 if a result was written.
  public static func run(_ arguments: [String]) -> Int32 {
    let numbers = arguments.compactMap { Int32($0) }
    guard numbers.count == 5 || numbers.count == 9, 1...Int32(PictureRequest.maxSide) ~= numbers[0],
      1...Int32(PictureRequest.maxSide) ~= numbers[1]
    else { return EX_USAGE }
    var request = tern_picture_request()
    (request.width, request.height, request.colors) = (numbers[0], numbers[1], numbers[2])
    (request.is_ascii, request.is_light) = (numbers[3], numbers[4])
    if numbers.count == 9 {
      guard numbers[5...6].allSatisfy({ PicturePixels.cellSides ~= Int($0) }), 0...256 ~= numbers[7],
        0...0xFFFFFF ~= numbers[8]
      else { return EX_USAGE }
      (request.cell_width, request.cell_height) = (numbers[5], numbers[6])
      (request.palette, request.background) = (numbers[7], numbers[8])
    }
    var picture = tern_picture()
    tern_picture_report_crashes(PictureMessage.mark, PictureMessage.mark.count)
    let bytes = readInput()
    var outcome = tern_picture_open(bytes, bytes.count, &picture)
    if outcome == TERN_PICTURE_DONE {
      guard tern_picture_confine(memory, Int32(seconds)) == 0 else { return EX_OSERR }
      outcome = tern_picture_draw(bytes, bytes.count, &request, &picture)
    }
    return write(PictureMessage.bytes(outcome, picture, for: request)) ? 0 : EX_IOERR
  }

  /// Reads standard input, slightly beyond the limit if the file is too large.
  private static func readInput() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    while bytes.count <= PictureDecoder.maxBytes {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  private static func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
