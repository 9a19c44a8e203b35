/// Text that tries to control a terminal: a title, a colour, C1's CSI, all other control characters, all directional
/// characters, and the same as HTML references.
public enum Attack {
  public static let text: String = {
    var scalars = String.UnicodeScalarView(
      "\u{1B}]0;pwned\u{7}\u{1B}[31m\u{9B}2J\u{1B}]52;c;cHduZWQ=\u{7}".unicodeScalars)
    let controls = [0..<0x0A, 0x0B..<0x20, 0x7F..<0xA0] as [Range<UInt32>]
    let turning = [0x061C..<0x061D, 0x200E..<0x2010, 0x2028..<0x202F, 0x2066..<0x206A] as [Range<UInt32>]
    for range in controls + turning { scalars.append(contentsOf: range.compactMap(Unicode.Scalar.init)) }
    let references = "&#27;]0;pwned&#7;&#x1b;[31m&#x9b;2J&#129;&#8238;&#x2066;&#127;&#0;&#8;&#13;&lrm;&rlm;"
    return String(scalars) + references + "end"
  }()

  /// Whether a character controls terminals or changes the text direction. Line feed and tab do not.
  public static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension FormatFixture {
  /// An attack at one position.
  public struct Planting: Sendable {
    public let fixture: FormatFixture
    public let place: String
  }

  /// All strings attacked together, and an unknown key next to each known one.
  public var attackedEverywhere: FormatFixture {
    changingTrees { tree in attacked(tree) }
  }

  /// Each value replaced by the attack, one at a time, and each key extended by it.
  public var attackedOneByOne: [Planting] {
    files.indices.flatMap { file in
      trees(of: file).enumerated().flatMap { index, tree in
        tree.differentLeaves.flatMap { path in
          plantings(at: path, in: tree).map { changed in
            var fixture = self
            if fixture.files[file].lines == nil {
              fixture.files[file].json = changed
            } else {
              fixture.files[file].lines?[index] = changed
            }
            return Planting(fixture: fixture, place: "\(name) \(files[file].name) \(path)")
          }
        }
      }
    }
  }
}

extension FormatFixture {
  private func trees(of file: Int) -> [JSONTree] { files[file].lines ?? files[file].json.map { [$0] } ?? [] }

  private func changingTrees(_ change: (JSONTree) -> JSONTree) -> FormatFixture {
    var fixture = self
    for index in files.indices {
      fixture.files[index].json = files[index].json.map(change)
      fixture.files[index].lines = files[index].lines?.map(change)
    }
    return fixture
  }

  private func attacked(_ tree: JSONTree) -> JSONTree {
    switch tree {
    case .object(let members):
      var attackedMembers = ["zz" + Attack.text: JSONTree.string(Attack.text)]
      for (key, value) in members { attackedMembers[key] = keep.contains(key) ? value : attacked(value) }
      return .object(attackedMembers)
    case .array(let elements): return .array(elements.map(attacked))
    case .string(let text): return .string(text + Attack.text)
    case .other: return tree
    }
  }

  private func plantings(at path: [JSONTree.Step], in tree: JSONTree) -> [JSONTree] {
    var trees = [tree.changing(path[...]) { _ in .string(Attack.text) }]
    if case .key(let key)? = path.last {
      trees.append(
        tree.changing(path.dropLast()) { parent in
          guard case .object(var members) = parent else { return parent }
          members[key + Attack.text] = members.removeValue(forKey: key)
          return .object(members)
        })
    }
    return trees
  }
}
