package import NavWire

extension Reply.ViewerInfo {
  /// The id as 16 hexadecimal digits: a number of 64 bits is more than many readers of JSON can hold.
  package var digits: String {
    let digits = String(id, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The first 8 of its digits, which tables and the viewers overlay show.
  package var shortName: String { String(digits.prefix(8)) }
}
