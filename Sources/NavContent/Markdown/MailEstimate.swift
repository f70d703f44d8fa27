/// An upper bound of the steps in which the parser looks for mail addresses in a Markdown text.
///
/// Behind each `@`, up to 1,000 in a row, the parser reads on as long as the text may be part of an address, so a text of
/// many `@` without blanks takes a thousand times as long as any other one. This scans the text alone and overestimates:
/// characters may also be written as entities or behind a backslash.
struct MailEstimate {
  private(set) var steps = 0

  /// The most steps for which links are recognised in a text: some tenths of a second.
  static let limit = 1 << 26

  init(of text: UnsafeBufferPointer<UInt8>) {
    var (length, marks) = (0, 0)
    for byte in text {
      switch byte {
      case UInt8(ascii: "@"), UInt8(ascii: "&"):
        marks += 1
        length += 1
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"), UInt8(ascii: "#"), UInt8(ascii: ";"), UInt8(ascii: "\\"):
        length += 1
      default:
        steps += min(marks, 1_000) * length
        (length, marks) = (0, 0)
      }
    }
    steps += min(marks, 1_000) * length
  }
}
