import CZeroMQ

/// One frame of a received message in libzmq's own memory, freed at the end of its scope.
public struct Frame: ~Copyable {
  /// libzmq allows a message to be moved bytewise, and small contents are stored inside it.
  private let message: zmq_msg_t

  init(_ message: zmq_msg_t) { self.message = message }

  deinit {
    var message = message
    zmq_msg_close(&message)
  }

  /// Number of bytes.
  public var count: Int { withMessage { zmq_msg_size($0) } }

  /// Whether another frame of the same message follows.
  public var more: Bool { withMessage { zmq_msg_more($0) } != 0 }

  /// A copy of the contents.
  public var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

  /// Calls a closure with the contents, without a copy.
  public func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withMessage { (message) throws(Failure) in
      let bytes = zmq_msg_data(UnsafeMutablePointer(mutating: message))
      return try body(UnsafeRawBufferPointer(start: bytes, count: zmq_msg_size(message)))
    }
  }

  /// Returns a property of the connection that the frame came through, such as `Peer-Address`.
  ///
  /// Use a frame of the body: the routing id that a ROUTER prepends may lack it.
  public func property(_ name: String) -> String? {
    withMessage { zmq_msg_gets($0, name).map { String(cString: $0) } }
  }

  /// Returns the address of a property of the connection, which all its frames share.
  func address(ofProperty name: String) -> UInt? {
    withMessage { zmq_msg_gets($0, name).map { UInt(bitPattern: $0) } }
  }

  private func withMessage<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafePointer<zmq_msg_t>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafePointer(to: message, body)
  }
}
