/// The bounds of what connections of an HTTP server may take.
package struct HTTPLimits: Hashable, Sendable {
  /// The connections that are open at a time; further ones wait in the kernel.
  package var connections: UInt32 = 16
  /// Those from one address; further ones are closed at once.
  package var connectionsPerAddress: UInt32 = 8
  /// The connections that wait to be accepted.
  package var backlog: Int32 = 16
  /// The bytes of the buffers of one connection: a longer request line or longer headers are refused.
  package var memory = 8 << 10
  /// The longest silence of a connection, in whole seconds.
  package var silence = Duration.seconds(5)
  /// The longest life of a connection in all, so that sending a byte now and then does not keep it.
  package var lifetime = Duration.seconds(10)

  package init() {}
}
