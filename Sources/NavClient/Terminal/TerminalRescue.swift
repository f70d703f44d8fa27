import Glibc

/// The helper that restores the terminal of a killed program: `ttyrescue` of the library termpaint.
///
/// A process can't do that for itself after SIGKILL. Debian's package libtermpaint0a contains the program.
package enum TerminalRescue {
  /// The name of Debian's package.
  package static let package = "libtermpaint0a"

  /// The path of the helper; nil if it is not installed.
  package static var path: String? {
    candidates.first { access($0, X_OK) == 0 }
  }

  /// The name of the directory contains the version of the helper's protocol.
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
