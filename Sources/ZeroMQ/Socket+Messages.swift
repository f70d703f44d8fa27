import CZeroMQ
import Glibc

extension Socket {
  /// Sends a message of at least one frame, completely or not at all.
  ///
  /// `true` means that libzmq has accepted the message, not that it arrived: it is lost with the connection. PUB and
  /// XPUB accept every message, and drop it for subscribers at their high-water mark.
  /// - Returns: `false` if the call would block: the high-water mark is reached, or there is no peer.
  /// - Throws: `.hostUnreachable` from a ROUTER with `routerMandatory`, `.outOfTurn`, `.terminated`.
  public func send(_ frames: [[UInt8]]) throws(ZeroMQError) -> Bool {
    precondition(!frames.isEmpty, "cannot send a message without frames")
    let last = frames.count - 1
    for (index, frame) in frames.enumerated() {
      let flags = index == last ? ZMQ_DONTWAIT : ZMQ_DONTWAIT | ZMQ_SNDMORE
      var result = sendFrame(frame, flags)
      if result == -EAGAIN, index == 0, noticeNewPeers() { result = sendFrame(frame, flags) }
      if result >= 0 { continue }
      guard result == -EAGAIN else { throw ZeroMQError(errorNumber: -result, .send) }
      if index > 0 { abandon(last - index) }
      return false
    }
    return true
  }

  private func sendFrame(_ frame: [UInt8], _ flags: Int32) -> Int32 {
    frame.withUnsafeBytes { bytes in
      uninterrupted { zmq_send(raw, bytes.baseAddress, bytes.count, flags) }
    }
  }

  /// Makes libzmq process new connections, and returns whether a message can be sent now.
  ///
  /// Within a millisecond of its last check libzmq does not check again and reports that there is no peer, even if its
  /// own monitor has reported one. Reading `ZMQ_EVENTS` forces the check.
  private func noticeNewPeers() -> Bool {
    var events: Int32 = 0
    var count = MemoryLayout<Int32>.size
    let result = uninterrupted { zmq_getsockopt(raw, ZMQ_EVENTS, &events, &count) }
    return result >= 0 && events & Int32(ZMQ_POLLOUT) != 0
  }

  /// Completes a message whose connection was lost after its first frame.
  ///
  /// libzmq has discarded the first frames; a DEALER or REQ then drops all frames up to the end of the message, so it
  /// must receive that end or it would drop the next message.
  private func abandon(_ remaining: Int) {
    guard remaining > 0, kind == .dealer || kind == .request else { return }
    for index in 1...remaining {
      let flags = index == remaining ? ZMQ_DONTWAIT : ZMQ_DONTWAIT | ZMQ_SNDMORE
      _ = uninterrupted { zmq_send(raw, nil, 0, flags) }
    }
  }

  /// Returns the next message with all its frames, or nil if none has arrived.
  /// - Throws: `.outOfTurn`, `.terminated`.
  public func receive() throws(ZeroMQError) -> [[UInt8]]? {
    var message = zmq_msg_t()
    zmq_msg_init(&message)
    defer { zmq_msg_close(&message) }
    guard try receive(into: &message) else { return nil }
    var frames: [[UInt8]] = []
    frames.reserveCapacity(4)
    while true {
      let count = zmq_msg_size(&message)
      frames.append(Array(UnsafeRawBufferPointer(start: zmq_msg_data(&message), count: count)))
      if zmq_msg_more(&message) == 0 { return frames }
      // A message arrives whole, so its next frame is available.
      guard try receive(into: &message) else { throw ZeroMQError(.again, .receive) }
    }
  }

  /// Returns the next message with all its frames and the connection of its last frame, or nil if none has arrived.
  ///
  /// The connection is nil for `inproc`, and for peers that speak the protocol of ZeroMQ 3 or older.
  /// - Throws: `.outOfTurn`, `.terminated`.
  public func receiveWithConnection() throws(ZeroMQError) -> (
    frames: [[UInt8]], connection: MessageConnection?
  )? {
    var frames: [[UInt8]] = []
    while let frame = try receiveFrame() {
      frames.append(frame.bytes)
      if !frame.more { return (frames, MessageConnection(frame)) }
    }
    // A message arrives whole, so its next frame is available.
    guard frames.isEmpty else { throw ZeroMQError(.again, .receive) }
    return nil
  }

  /// Returns the next message with all its frames, the address of its sender (`PeerCredentials`) and the name that an
  /// `Authenticator` gave to it, or nil if none has arrived.
  ///
  /// The address is nil for `inproc`, and for peers that speak the protocol of ZeroMQ 3 or older.
  /// - Throws: `.outOfTurn`, `.terminated`.
  public func receiveWithSender() throws(ZeroMQError) -> (
    frames: [[UInt8]], address: String?, user: String?
  )? {
    var frames: [[UInt8]] = []
    while let frame = try receiveFrame() {
      frames.append(frame.bytes)
      if !frame.more { return (frames, frame.property("Peer-Address"), frame.userID) }
    }
    // A message arrives whole, so its next frame is available.
    guard frames.isEmpty else { throw ZeroMQError(.again, .receive) }
    return nil
  }

  /// Returns the next frame without a copy, or nil if none has arrived; the frame after one with `more` is available at
  /// once.
  /// - Throws: `.outOfTurn`, `.terminated`.
  public func receiveFrame() throws(ZeroMQError) -> Frame? {
    var message = zmq_msg_t()
    zmq_msg_init(&message)
    guard try receive(into: &message) else { return nil }
    return Frame(message)
  }

  /// Replaces `message` by the next frame; returns `false` and leaves it empty if there is none.
  @inline(__always)
  private func receive(into message: inout zmq_msg_t) throws(ZeroMQError) -> Bool {
    let result = uninterrupted { zmq_msg_recv(&message, raw, ZMQ_DONTWAIT) }
    if result >= 0 { return true }
    guard result == -EAGAIN else { throw ZeroMQError(errorNumber: -result, .receive) }
    handle.noteEmpty()
    return false
  }
}
