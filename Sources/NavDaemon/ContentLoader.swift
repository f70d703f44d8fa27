import CNavSupport
import Glibc
import NavLayout
import NavSession
import NavWire
import Synchronization

/// Reads content on threads of its own, so that a slow disk never stops the poll loop; finished work is
/// announced on a descriptor.
final class ContentLoader: Sendable {
  enum Finished: Sendable {
    case content(ticket: UInt64, Result<SessionContent, ContentFailure>)
    case page(ticket: UInt64, Result<PreparedPage, ContentFailure>)
  }

  private struct State {
    var finished: [Finished] = []
    /// Threads that are reading; one whose disk never answers counts for good.
    var running = 0
  }

  /// Readable while finished work waits.
  let descriptor: Int32
  private let state = Mutex(State())

  init() throws(DaemonError) {
    descriptor = nav_eventfd_open()
    guard descriptor >= 0 else {
      throw DaemonError(.unavailable, "can't create an event descriptor: \(systemReason())")
    }
  }

  deinit {
    close(descriptor)
  }

  func load(_ content: ContentDescription, ticket: UInt64) {
    start(
      { .content(ticket: ticket, Result { () throws(ContentFailure) in try content.read() }) },
      otherwise: { .content(ticket: ticket, .failure($0)) }
    )
  }

  func load(_ request: PageRequest, ticket: UInt64) {
    start(
      { .page(ticket: ticket, .success(request.page())) },
      otherwise: { .page(ticket: ticket, .failure($0)) }
    )
  }

  private func start(
    _ body: @escaping @Sendable () -> Finished,
    otherwise failed: (ContentFailure) -> Finished
  ) {
    let isFree = state.withLock { state in
      guard state.running < DaemonLimits.loads else { return false }
      state.running += 1
      return true
    }
    guard isFree else {
      return finish(
        failed(
          ContentFailure(
            "\(DaemonLimits.loads) files are being read, the limit: try again when a disk answers"
          )
        )
      )
    }
    let work = Work { [self] in
      let finished = body()
      state.withLock { $0.running -= 1 }
      finish(finished)
    }
    guard !work.start() else { return }
    state.withLock { $0.running -= 1 }
    finish(failed(ContentFailure("can't start a thread to read the content: try again")))
  }

  private func finish(_ finished: Finished) {
    state.withLock { $0.finished.append(finished) }
    _ = nav_eventfd_signal(descriptor)
  }

  /// Everything that was finished since the last call.
  func takeFinished() -> [Finished] {
    _ = nav_eventfd_drain(descriptor)
    return state.withLock { state in
      defer { state.finished = [] }
      return state.finished
    }
  }
}

/// A piece of work for a thread of its own.
private final class Work: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  /// False when no thread could be started; the work is not done then.
  func start() -> Bool {
    var thread = pthread_t()
    let unmanaged = Unmanaged.passRetained(self)
    let status = pthread_create(
      &thread,
      nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      },
      unmanaged.toOpaque()
    )
    guard status == 0 else {
      unmanaged.release()
      return false
    }
    pthread_detach(thread)
    return true
  }
}

func systemReason() -> String {
  String(cString: strerror(errno))
}
