import NavProcessKit
import NavTestKit
import Testing
import ZeroMQ

/// A client in another language, with another binding of libzmq.
@Suite struct ForeignClientTests {
  @Test func plainRequestSocketOfPythonIsAValidClient() throws {
    let directory = try TemporaryDirectory("zmq")
    func python(_ arguments: [String]) throws -> StartedProcess {
      try StartedProcess(
        "/usr/bin/python3",
        arguments,
        environment: ["PATH": "/usr/bin:/bin"],
        directory: directory.path
      )
    }
    let probe = try python(["-c", "import zmq"]).wait()
    try #require(probe == 0, "Python has no zmq: apt-get install python3-zmq")

    var router = try Socket(.router, in: Context(), options: [.routerMandatory(true)])
    try router.bind(directory.endpoint("input"))
    let client = try python(
      [
        "-c",
        """
        import sys, zmq
        client = zmq.Context().socket(zmq.REQ)
        client.connect(sys.argv[1])
        for number in range(3):
            client.send_multipart([b"hello", b"%d" % number])
            if not client.poll(60000): sys.exit(3)
            if client.recv_multipart() != [b"world", b"%d" % number]: sys.exit(4)
        """,
        router.lastEndpoint,
      ]
    )
    for number in 0..<3 {
      let request = try router.next("request \(number) of python")
      try #require(request.count == 4)
      #expect(Array(request[1...]) == [[], bytes("hello"), bytes("\(number)")])
      try router.deliver([request[0], [], bytes("world"), request[3]], "reply \(number)")
    }
    try eventually("python has its replies") { client.exitCode != nil }
    #expect(client.exitCode == 0, "\(client.errorText)")
  }
}
