import FoundationEssentials

/// A simulated terminal with kitty graphics. Throws for commands that Tern must not send.
struct KittyTerminal {
  struct Failure: Error {
    let message: String
  }

  /// kitty up to 0.32: deleting a picture also deletes all unplaced ones.
  let forgetsAllUnplaced: Bool
  /// The placements of each picture, by picture id.
  private(set) var pictures: [Int: Set<Int>] = [:]
  /// The picture being transmitted.
  private var loading: Int?

  init(forgetsAllUnplaced: Bool) {
    self.forgetsAllUnplaced = forgetsAllUnplaced
  }

  /// The number of placements on the screen.
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
      guard loading == nil, pictures[number] == nil else { throw Failure(message: "\(number) is transmitted twice") }
      loading = number
      try end(keys["m"])
    case (nil, nil, nil, nil): try end(keys["m"])
    case ("p", nil, let number?, let placement?):
      guard loading == nil, pictures[number]?.insert(placement).inserted == true else {
        throw Failure(message: "\(number) is not transmitted")
      }
    case ("d", "i", let number?, let placement?):
      guard pictures[number]?.remove(placement) != nil else { throw Failure(message: "\(number) is not placed") }
    case ("d", "I", let number?, nil):
      guard loading == nil else { throw Failure(message: "\(number) is deleted during a transmission") }
      pictures[number] = nil
      if forgetsAllUnplaced { pictures = pictures.filter { !$0.value.isEmpty } }
    default: throw Failure(message: "\(keys)")
    }
  }

  private mutating func end(_ more: Substring?) throws {
    guard let number = loading else { throw Failure(message: "chunk without transmission") }
    guard more == "0" else { return }
    pictures[number] = []
    loading = nil
  }
}
