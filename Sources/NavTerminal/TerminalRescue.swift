import Glibc

/// The helper that gives a terminal back whose program was killed: `ttyrescue` of the library termpaint.
///
/// No process can do that for itself after SIGKILL. Debian's package libtermpaint0a has the program.
package enum TerminalRescue {
  /// Debian's package.
  package static let package = "libtermpaint0a"

  /// Where the helper is; nil where it is not installed.
  package static var path: String? {
    candidates.first { access($0, X_OK) == 0 }
  }

  /// The directory carries the version of the helper's protocol in its name.
  private static var candidates: [String] {
    #if arch(x86_64)
      let machine = "x86_64-linux-gnu"
    #elseif arch(arm64)
      let machine = "aarch64-linux-gnu"
    #else
      let machine = "unknown"
    #endif
    return ["/usr/lib/\(machine)", "/usr/lib64", "/usr/libexec"]
      .map { "\($0)/termpaint0a/ttyrescue" }
  }
}
