import Foundation
import Synchronization

/// A server on 127.0.0.1 with scripted responses and faults. A connection stays open until a step closes it.
public final class FaultServer: Sendable {
  public typealias Script = @Sendable (SeenRequest) -> [FaultStep]

  private let core: Core

  /// - Parameter maxBodyBytes: the maximum length of a request's body that is read before the response. If more
  ///   arrives, the script has to close the connection.
  public init(maxBodyBytes: Int = .max, _ script: @escaping Script) throws {
    core = try Core(script, maxBodyBytes: maxBodyBytes)
    core.start()
  }

  deinit {
    core.stop()
  }

  /// The same response to all requests.
  public convenience init(_ steps: FaultStep...) throws {
    try self.init { _ in steps }
  }

  public var port: Int { core.port }

  /// `http://127.0.0.1:PORT`.
  public var origin: String { "http://127.0.0.1:\(port)" }

  /// All complete requests, in order.
  public var requests: [SeenRequest] { core.state.withLock { $0.requests } }

  /// The number of accepted connections, and of those open on both sides.
  public var connections: (taken: Int, open: Int) { core.state.withLock { ($0.taken, $0.open.count) } }

  /// Stops listening: connections are refused.
  public func stop() {
    core.stop()
  }

  /// An unused local port.
  public static func unusedPort() throws -> Int {
    let (descriptor, port) = try Socket.listening()
    Glibc.close(descriptor)
    return port
  }
}

/// A received request.
public struct SeenRequest: Sendable {
  public var method: String
  /// Path and query.
  public var target: String
  /// Names in lower case.
  public var headers: [(name: String, value: String)]
  public var body: [UInt8]
  /// The number of its connection, from 0.
  public var connection: Int

  public func header(_ name: String) -> String? { headers.last { $0.name == name }?.value }

  public var path: String { String(target.prefix { $0 != "?" }) }
}

extension FaultServer {
  struct State {
    var listener: Int32?
    var taken = 0
    var open: Set<Int32> = []
    var requests: [SeenRequest] = []
  }

  final class Core: Sendable {
    let port: Int
    let state: Mutex<State>
    private let script: Script
    private let listener: Int32
    private let maxBodyBytes: Int

    init(_ script: @escaping Script, maxBodyBytes: Int) throws {
      self.maxBodyBytes = maxBodyBytes
      (listener, port) = try Socket.listening()
      state = Mutex(State(listener: listener))
      self.script = script
    }

    func start() {
      Thread.detachNewThread { [self] in
        while true {
          let descriptor = accept(listener, nil, nil)
          guard descriptor >= 0 else { break }
          _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
          let number: Int? = state.withLock { state in
            guard state.listener != nil else { return nil }
            state.open.insert(descriptor)
            state.taken += 1
            return state.taken - 1
          }
          guard let number else {
            Glibc.close(descriptor)
            break
          }
          Thread.detachNewThread { [self] in serve(descriptor, number) }
        }
        Glibc.close(listener)
      }
    }

    func stop() {
      state.withLock { state in
        guard let listener = state.listener else { return }
        state.listener = nil
        shutdown(listener, Int32(SHUT_RDWR))
        for descriptor in state.open { shutdown(descriptor, Int32(SHUT_RDWR)) }
      }
    }

    private func serve(_ descriptor: Int32, _ number: Int) {
      var connection = FaultConnection(descriptor)
      while let request = connection.readRequest(number, maxBodyBytes: maxBodyBytes) {
        state.withLock { $0.requests.append(request) }
        guard script(request).allSatisfy({ connection.play($0, for: request) }) else { break }
        if request.header("connection")?.lowercased() == "close" { break }
      }
      state.withLock { state in
        state.open.remove(descriptor)
        Glibc.close(descriptor)
      }
    }
  }
}
