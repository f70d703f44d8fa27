import NavBase

/// The daemon on the other machine, as the output of the login tells.
enum RemoteDaemon: Hashable, Sendable {
  /// There are sockets.
  ///
  /// - Parameters:
  ///   - directory: their directory.
  ///   - isListening: whether the system there lists a listener; false also where it can't be asked.
  case found(directory: String, isListening: Bool)
  /// There is no socket `input` of that user in any of the directories.
  case missing
  /// The path has characters that ssh would interpret, or it is too long for a socket.
  case unusable(path: String)

  private static let mark = "navd-sockets "

  /// The command that finds the sockets, prints one line, and waits for the end of its standard input.
  ///
  /// The directory is that of `Endpoints`, and no other one where XDG_RUNTIME_DIR names it: another daemon may listen
  /// elsewhere. A login without a terminal often lacks that variable. Any login shell reads the command as `sh -c` and one
  /// quoted word. The word contains no single quote, backslash, exclamation mark or line feed, because shells treat these
  /// differently. Sockets of other users in /tmp do not count.
  static let search = """
    sh -c 'u=$(id -u); case "$XDG_RUNTIME_DIR" in /*) set -- "${XDG_RUNTIME_DIR%/}/navd";; \
    *) set -- "/run/user/$u/navd" "/tmp/navd-$u";; esac; for d; do \
    if [ -S "$d/input" ] && [ -O "$d" ] && [ -O "$d/input" ]; then s=silent; \
    while read -r l; do case "$l" in *" $d/input") s=listening;; esac; done 2>/dev/null </proc/net/unix; \
    echo "\(mark)$s $d"; exec cat; fi; done; echo "\(mark)missing"'
    """

  /// The most bytes of a path that is forwarded, so that `PATH/layout` fits into a socket's address.
  private static let longestPath = 100

  /// Reads the output of the search; nil if its line is not complete yet.
  ///
  /// - Parameter output: the output so far, which may begin with that of the user's own startup files there.
  init?(output: [UInt8]) {
    let lines = output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let line = lines.dropLast().first { $0.starts(with: Self.mark.utf8) }
    guard let line else { return nil }
    let words = String(decoding: line, as: UTF8.self).dropFirst(Self.mark.count)
      .split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard words.count == 2 else {
      self = .missing
      return
    }
    let path = String(words[1])
    self =
      Self.isPlain(path) && path.utf8.count <= Self.longestPath
      ? .found(directory: path, isListening: words[0] == "listening")
      : .unusable(path: sanitized(path))
  }

  /// Whether a path is absolute, and ssh takes all of its characters as they are: neither `:` as a separator, nor `%`,
  /// `$` and a backslash.
  static func isPlain(_ path: String) -> Bool {
    path.hasPrefix("/")
      && path.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "/._-+,@".utf8.contains(byte)
        }
      }
  }
}
