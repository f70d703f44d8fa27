import NavBase
import Glibc
import NavSystem
import Synchronization

/// The sessions whose content is being read to restore them, in a file, so that the next daemon knows at which of them
/// this one ended.
///
/// Each session at which navd ended is suspected, and read while no other suspect is; one at which navd ends once more
/// before it was read is set aside: it is not read again until a user requests it. So no session ends navd more than
/// twice, and one end for another reason, such as a kill, sets none aside.
final class RestorationMarks: Sendable {
  private struct State {
    /// The number of times that navd ended while it read a session, by session.
    var strikes: [UInt64: Int] = [:]
    /// The sessions that are being read.
    var reading: Set<UInt64> = []
  }

  private let path: String
  private let state: Mutex<State>
  /// The sessions that are not to be read.
  let setAside: Set<UInt64>
  /// The sessions of which only one at a time is to be read.
  let suspects: Set<UInt64>

  /// The strikes from which on a session is set aside.
  private static let most = 2

  /// Reads the marks of the daemon before.
  init(directory: String) {
    path = directory + "/restoring"
    var state = State()
    var left: [UInt64] = []
    for line in (Self.text(at: path) ?? "").split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 3, let id = UInt64(words[0], radix: 16), let strikes = Int(words[1]),
        (0...Self.most).contains(strikes)
      else { continue }
      if words[2] == "reading" { left.append(id) }
      state.strikes[id] = strikes
    }
    for id in left { state.strikes[id] = min(Self.most, state.strikes[id, default: 0] + 1) }
    state.strikes = state.strikes.filter { $0.value > 0 }
    setAside = Set(state.strikes.filter { $0.value >= Self.most }.keys)
    suspects = Set(state.strikes.keys).subtracting(setAside)
    self.state = Mutex(state)
    // Suspicions of this start are kept even if it ends before it reads anything.
    self.state.withLock { write($0) }
  }

  /// Marks a session: its content is about to be read.
  func begin(_ session: UInt64) {
    change { $0.reading.insert(session).inserted }
  }

  /// Removes the mark of a session: it was read, or has ended.
  func end(_ session: UInt64) {
    change {
      let wasRead = $0.reading.remove(session) != nil
      return $0.strikes.removeValue(forKey: session) != nil || wasRead
    }
  }

  /// Removes the marks of sessions that are being read, because the daemon stops in order.
  func stop() {
    change { state in
      let isReading = !state.reading.isEmpty
      state.reading = []
      return isReading
    }
  }

  private func change(_ change: (inout State) -> Bool) {
    state.withLock { state in
      if change(&state) { write(state) }
    }
  }

  /// Replaces the file; removes it if there are no marks.
  ///
  /// It need not survive a loss of power. Where it can't be written, sessions are restored unmarked.
  private func write(_ state: State) {
    let ids = Set(state.strikes.keys).union(state.reading).sorted()
    guard !ids.isEmpty else {
      unlink(path.utf8.terminated)
      return
    }
    let lines = ids.map { id in
      let word = state.reading.contains(id) ? "reading" : "waiting"
      return String(id, radix: 16) + " \(state.strikes[id, default: 0]) \(word)\n"
    }
    let new = path + ".new"
    guard let file = fopen(new.utf8.terminated, "w") else { return }
    let isWritten = fputs(lines.joined(), file) >= 0
    if fclose(file) == 0, isWritten { rename(new.utf8.terminated, path.utf8.terminated) }
  }

  private static func text(at path: String) -> String? {
    guard let file = fopen(path.utf8.terminated, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while bytes.count < 1 << 20 {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
