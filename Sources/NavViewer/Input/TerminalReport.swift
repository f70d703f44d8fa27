/// A terminal's answer to a query about itself.
package enum TerminalReport: Hashable, Sendable {
  /// Its extensions (DA1); every terminal answers this query, in the order of the queries.
  case attributes([Int])
  /// Whether it supports a private mode and allows setting it (DECRQM).
  case mode(Int, isUsable: Bool)
  /// It supports kitty's keyboard protocol, with these flags set.
  case keyboard(flags: Int)
  /// Its background colour (OSC 11), each part from 0 to 65,535.
  case background(red: Int, green: Int, blue: Int)
  /// Its name and version, printable ASCII of at most `versionLimit` characters (XTVERSION).
  case version(String)
  /// A setting in the form of a control sequence; nil if the terminal didn't understand the query
  /// (DECRQSS).
  case setting(String?)
  /// Whether it has a terminfo capability (XTGETTCAP).
  case capability(String, isPresent: Bool)
  /// It has processed all output before the request (DSR 5).
  case ready

  /// The most characters of the name and version that are kept.
  package static let versionLimit = 64
}
