/// An upper bound of the steps in which the parser looks for addresses in a Markdown text.
///
/// Behind each `@`, up to 1,000 in a row, and behind each `www` that may begin an address, the parser reads on as long as
/// the text may be part of one, and for each `)` at its end it counts those before, so a text of many of them without
/// blanks takes a thousand times as long as any other one. This scans the text alone and overestimates: characters may also be written as entities or behind a backslash.
struct LinkEstimate {
  private(set) var steps = 0

  /// The most steps for which links are recognised in a text: some tenths of a second.
  static let limit = 1 << 26

  init(of text: UnsafeBufferPointer<UInt8>) {
    var (length, mails, sites) = (0, 0, 1)
    var (word, closings) = (0, 0)
    var last: UInt8 = 0
    for byte in text {
      word += 1
      switch byte {
      case UInt8(ascii: "@"), UInt8(ascii: "&"): mails += 1
      case UInt8(ascii: "w") where last == UInt8(ascii: "_"): sites += 1
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"), UInt8(ascii: "#"), UInt8(ascii: ";"), UInt8(ascii: "\\"):
        break
      default:
        if byte == UInt8(ascii: ")") {
          closings += 1
        } else if byte <= 0x20 {
          steps += closings * word
          (word, closings) = (0, 0)
        }
        steps += (min(mails, 1_000) + sites) * length
        (length, mails, sites) = (-1, 0, 1)
      }
      length += 1
      last = byte
    }
    steps += (min(mails, 1_000) + sites) * length + closings * word
  }
}
