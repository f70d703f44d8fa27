import Glibc
import NavBase

extension ViewerName {
  /// `USER@HOST`, of the environment's user and this machine; nil if neither has a name.
  static var ofThisUser: ViewerName? {
    let user =
      ["USER", "LOGNAME"].lazy.compactMap { text(ofVariable: $0) }.first ?? accountName ?? ""
    return ViewerName([user, hostName].filter { !$0.isEmpty }.joined(separator: "@"))
  }

  /// Returns the text of a variable of the environment; nil if it is unset or empty.
  private static func text(ofVariable name: String) -> String? {
    guard let text = getenv(name).map({ String(cString: $0) }), !text.isEmpty else { return nil }
    return text
  }

  private static var accountName: String? {
    getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) }
  }

  private static var hostName: String {
    var name = utsname()
    guard uname(&name) == 0 else { return "" }
    return withUnsafeBytes(of: name.nodename) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
