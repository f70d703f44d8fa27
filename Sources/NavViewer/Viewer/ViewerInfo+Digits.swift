import NavBase
package import NavWire

extension Reply.ViewerInfo {
  /// The id as 16 hexadecimal digits: a number of 64 bits is more than many readers of JSON can hold.
  package var digits: String {
    let digits = String(id, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Its name, or the first 8 of its digits; tables and the viewers overlay show it.
  package var shownName: String { name?.description ?? String(digits.prefix(8)) }
}
