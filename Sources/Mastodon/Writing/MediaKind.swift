import Domain

/// What a file is, by how its name ends: what servers tell apart, and how they are told.
struct MediaKind: Hashable {
  /// `image/png`.
  let type: String
  /// In lower case, letters and digits.
  let ending: String

  private static let types = [
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "jfif": "image/jpeg", "png": "image/png", "gif": "image/gif",
    "webp": "image/webp", "heic": "image/heic", "heif": "image/heif", "avif": "image/avif", "bmp": "image/bmp",
    "mp4": "video/mp4", "m4v": "video/mp4", "mov": "video/quicktime", "webm": "video/webm", "ogv": "video/ogg",
    "mp3": "audio/mpeg", "ogg": "audio/ogg", "oga": "audio/ogg", "opus": "audio/ogg", "wav": "audio/wav",
    "flac": "audio/flac", "aac": "audio/aac", "m4a": "audio/mp4", "3gp": "audio/3gpp", "wma": "audio/x-ms-wma",
  ]

  init(path: String) {
    let name = path.split(separator: "/", omittingEmptySubsequences: true).last ?? ""
    let end = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
    let isPlain = !end.isEmpty && end.count <= 8 && end.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    ending = isPlain ? end : "bin"
    type = Self.types[ending] ?? "application/octet-stream"
  }

  /// How large such a file may be, in bytes; nil where the server does not say.
  func limit(_ limits: PostLimits) -> Int? {
    if type.hasPrefix("image/") { return limits.imageBytes }
    return type.hasPrefix("video/") || type.hasPrefix("audio/") ? limits.videoBytes : nil
  }
}
