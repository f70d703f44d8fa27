/// What a terminal answered to a question about itself.
package enum TerminalReport: Hashable, Sendable {
  /// Which extensions it has (DA1); every terminal answers it, and in the order of the questions.
  case attributes([Int])
  /// Whether it knows a private mode and lets it be set (DECRQM).
  case mode(Int, isUsable: Bool)
  /// It has kitty's keyboard protocol, with these flags set.
  case keyboard(flags: Int)
  /// The colour behind its text (OSC 11), each part from 0 to 65,535.
  case background(red: Int, green: Int, blue: Int)
  /// Its name and version, printable ASCII of at most `versionLimit` characters (XTVERSION).
  case version(String)
  /// A setting as a control sequence would set it, nil where the question was not understood (DECRQSS).
  case setting(String?)
  /// Whether it has a capability of terminfo (XTGETTCAP).
  case capability(String, isPresent: Bool)
  /// It has read everything up to the question (DSR 5).
  case ready

  /// The longest name and version that is kept.
  package static let versionLimit = 64
}
