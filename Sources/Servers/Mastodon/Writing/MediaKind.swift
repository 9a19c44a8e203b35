import Domain

/// The media type of a file by its file name extension.
struct MediaKind: Hashable {
  /// `image/png`.
  let type: String
  /// In lower case, only letters and digits; `bin` if unknown.
  let fileExtension: String

  private static let types = [
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "jfif": "image/jpeg", "png": "image/png", "gif": "image/gif",
    "webp": "image/webp", "heic": "image/heic", "heif": "image/heif", "avif": "image/avif", "bmp": "image/bmp",
    "mp4": "video/mp4", "m4v": "video/mp4", "mov": "video/quicktime", "webm": "video/webm", "ogv": "video/ogg",
    "mp3": "audio/mpeg", "ogg": "audio/ogg", "oga": "audio/ogg", "opus": "audio/ogg", "wav": "audio/wav",
    "flac": "audio/flac", "aac": "audio/aac", "m4a": "audio/mp4", "3gp": "audio/3gpp", "wma": "audio/x-ms-wma",
  ]

  init(path: String) {
    let name = path.split(separator: "/", omittingEmptySubsequences: true).last ?? ""
    let suffix = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
    let isPlain =
      !suffix.isEmpty && suffix.count <= 8 && suffix.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    fileExtension = isPlain ? suffix : "bin"
    type = Self.types[fileExtension] ?? "application/octet-stream"
  }

  /// The maximum size of such a file in bytes; nil if the server does not state it.
  func limit(_ limits: PostLimits) -> Int? {
    if type.hasPrefix("image/") { return limits.imageBytes }
    return type.hasPrefix("video/") || type.hasPrefix("audio/") ? limits.videoBytes : nil
  }
}
