import Domain

/// Character references: `&amp;`, `&#8217;`, `&#x2019;`.
enum HTMLEntities {
  /// The text with its references decoded. What looks like one and is none stays as it stands; a bare `&amp` counts in
  /// texts, not in attributes, where it is a parameter of an address. With stand-ins for what would drive a terminal: a
  /// reference can name any character.
  static func decode(_ bytes: ArraySlice<UInt8>, isAttribute: Bool = false) -> String {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self).escapingControls }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "&"), let (text, end) = reference(in: bytes, at: index, isAttribute) {
        result.append(contentsOf: text.utf8)
        index = end
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self).escapingControls
  }
}

extension HTMLEntities {
  private static let maxNameWidth = 8

  /// Names that count without a semicolon, too: old pages leave it out.
  private static let bareNames: Set<String> = ["amp", "gt", "lt", "nbsp", "quot"]

  private static func reference(
    in bytes: ArraySlice<UInt8>, at start: Int, _ isAttribute: Bool
  ) -> (text: String, end: Int)? {
    var end = start + 1
    while end < bytes.endIndex, end - start <= 32, isNameByte(bytes[end]) { end += 1 }
    let name = String(decoding: bytes[start + 1..<end], as: UTF8.self)
    let isClosed = end < bytes.endIndex && bytes[end] == UInt8(ascii: ";")
    if name.first == "#" { return character(number: name.dropFirst()).map { ($0, isClosed ? end + 1 : end) } }
    guard isClosed || !isAttribute && bareNames.contains(name) else { return nil }
    return HTMLEntityNames.all[name].map { ($0, isClosed ? end + 1 : end) }
  }

  private static func character(number: Substring) -> String? {
    let isHex = number.first == "x" || number.first == "X"
    let digits = isHex ? number.dropFirst() : number
    guard !digits.isEmpty, digits.allSatisfy({ isHex ? $0.isHexDigit : $0.isNumber }) else { return nil }
    guard let value = UInt32(digits, radix: isHex ? 16 : 10), value != 0 else { return "\u{FFFD}" }
    // The end of a line, as in the text around it.
    if value == 0x0D { return "\n" }
    if 0x80...0x9F ~= value, let scalar = Unicode.Scalar(windows1252[Int(value - 0x80)]) { return String(scalar) }
    return String(Unicode.Scalar(value) ?? "\u{FFFD}")
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "#"): true
    default: false
    }
  }

  /// What the numbers 128 to 159 mean in HTML (its standard, “numeric character reference end state”).
  private static let windows1252: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
    0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
    0x0153, 0x9D, 0x017E, 0x0178,
  ]
}

/// The names of HTML 4, and those of later ones that programs write.
enum HTMLEntityNames {
  static let all: [String: String] = {
    var names: [String: String] = [:]
    for (offset, name) in latin.split(whereSeparator: \.isWhitespace).enumerated() {
      names[String(name)] = Unicode.Scalar(0xA0 + UInt32(offset)).map(String.init)
    }
    for pair in others.split(whereSeparator: \.isWhitespace) {
      let parts = pair.split(separator: "=")
      guard parts.count == 2, let value = UInt32(parts[1], radix: 16) else { continue }
      names[String(parts[0])] = Unicode.Scalar(value).map(String.init)
    }
    return names
  }()

  /// U+00A0 to U+00FF, in order.
  private static let latin = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute
    micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring
    AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml
    times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil
    egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash
    ugrave uacute ucirc uuml yacute thorn yuml
    """

  private static let others = """
    Tab=9 NewLine=A excl=21 quot=22 num=23 dollar=24 percnt=25 amp=26 apos=27 lpar=28 rpar=29 ast=2A plus=2B
    comma=2C period=2E sol=2F colon=3A semi=3B lt=3C equals=3D gt=3E quest=3F commat=40 lsqb=5B lbrack=5B
    bsol=5C rsqb=5D rbrack=5D lowbar=5F grave=60 lcub=7B vert=7C rcub=7D OElig=152 oelig=153 Scaron=160
    scaron=161 Yuml=178 fnof=192 circ=2C6 tilde=2DC Alpha=391 Beta=392 Gamma=393 Delta=394 Epsilon=395 Zeta=396
    Eta=397 Theta=398 Iota=399 Kappa=39A Lambda=39B Mu=39C Nu=39D Xi=39E Omicron=39F Pi=3A0 Rho=3A1 Sigma=3A3
    Tau=3A4 Upsilon=3A5 Phi=3A6 Chi=3A7 Psi=3A8 Omega=3A9 alpha=3B1 beta=3B2 gamma=3B3 delta=3B4 epsilon=3B5
    zeta=3B6 eta=3B7 theta=3B8 iota=3B9 kappa=3BA lambda=3BB mu=3BC nu=3BD xi=3BE omicron=3BF pi=3C0 rho=3C1
    sigmaf=3C2 sigma=3C3 tau=3C4 upsilon=3C5 phi=3C6 chi=3C7 psi=3C8 omega=3C9 thetasym=3D1 upsih=3D2 piv=3D6
    ensp=2002 emsp=2003 thinsp=2009 zwnj=200C zwj=200D lrm=200E rlm=200F hyphen=2010 ndash=2013 mdash=2014
    lsquo=2018 rsquo=2019 sbquo=201A ldquo=201C rdquo=201D bdquo=201E dagger=2020 Dagger=2021 bull=2022
    hellip=2026 permil=2030 prime=2032 Prime=2033 lsaquo=2039 rsaquo=203A oline=203E frasl=2044 euro=20AC
    image=2111 weierp=2118 real=211C trade=2122 alefsym=2135 larr=2190 uarr=2191 rarr=2192 darr=2193 harr=2194
    crarr=21B5 lArr=21D0 uArr=21D1 rArr=21D2 dArr=21D3 hArr=21D4 forall=2200 part=2202 exist=2203 empty=2205
    nabla=2207 isin=2208 notin=2209 ni=220B prod=220F sum=2211 minus=2212 lowast=2217 radic=221A prop=221D
    infin=221E ang=2220 and=2227 or=2228 cap=2229 cup=222A int=222B there4=2234 sim=223C cong=2245 asymp=2248
    ne=2260 equiv=2261 le=2264 ge=2265 sub=2282 sup=2283 nsub=2284 sube=2286 supe=2287 oplus=2295 otimes=2297
    perp=22A5 sdot=22C5 lceil=2308 rceil=2309 lfloor=230A rfloor=230B lang=2329 rang=232A loz=25CA starf=2605
    star=2606 phone=260E spades=2660 clubs=2663 hearts=2665 diams=2666 check=2713
    """
}
