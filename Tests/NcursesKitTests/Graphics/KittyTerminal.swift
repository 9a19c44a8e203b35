import FoundationEssentials

/// A terminal that knows kitty's protocol: what it has of pictures, and where they stand. What Tern is never to send is an
/// error.
struct KittyTerminal {
  struct Failure: Error {
    let words: String
  }

  /// kitty up to 0.32: with any picture that it is to forget it forgets all that stand nowhere.
  let forgetsAllUnplaced: Bool
  /// The placements of each picture, by their numbers.
  private(set) var pictures: [Int: Set<Int>] = [:]
  /// The picture of which pieces are missing.
  private var loading: Int?

  init(forgetsAllUnplaced: Bool) {
    self.forgetsAllUnplaced = forgetsAllUnplaced
  }

  /// How often a picture stands on the screen.
  var placements: Int { pictures.values.map(\.count).reduce(0, +) }

  mutating func take(_ bytes: [UInt8]) throws {
    for command in String(decoding: bytes, as: UTF8.self).components(separatedBy: "\u{1B}_G").dropFirst() {
      let keys = command.components(separatedBy: "\u{1B}\\")[0].components(separatedBy: ";")[0]
      try take(
        Dictionary(
          uniqueKeysWithValues: keys.components(separatedBy: ",").map { ($0.prefix { $0 != "=" }, $0.dropFirst(2)) }))
    }
  }

  private mutating func take(_ keys: [Substring: Substring]) throws {
    let number = keys["i"].flatMap { Int($0) }
    let placement = keys["p"].flatMap { Int($0) }
    switch (keys["a"], keys["d"], number, placement) {
    case ("t", nil, let number?, nil):
      guard loading == nil, pictures[number] == nil else { throw Failure(words: "\(number) is begun twice") }
      loading = number
      try end(keys["m"])
    case (nil, nil, nil, nil): try end(keys["m"])
    case ("p", nil, let number?, let placement?):
      guard loading == nil, pictures[number]?.insert(placement).inserted == true else {
        throw Failure(words: "there is no \(number) to show")
      }
    case ("d", "i", let number?, let placement?):
      guard pictures[number]?.remove(placement) != nil else { throw Failure(words: "\(number) does not stand there") }
    case ("d", "I", let number?, nil):
      guard loading == nil else { throw Failure(words: "\(number) goes within another one") }
      pictures[number] = nil
      if forgetsAllUnplaced { pictures = pictures.filter { !$0.value.isEmpty } }
    default: throw Failure(words: "\(keys)")
    }
  }

  private mutating func end(_ more: Substring?) throws {
    guard let number = loading else { throw Failure(words: "a piece of nothing") }
    guard more == "0" else { return }
    pictures[number] = []
    loading = nil
  }
}
