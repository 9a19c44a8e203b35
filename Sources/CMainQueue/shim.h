// How a run loop of one's own serves Dispatch's main queue. Foundation's uses the same two functions, which no header
// that is installed declares: CFRunLoop.c of swift-corelibs-foundation, and private/queue_private.h of
// swift-corelibs-libdispatch.

/// A descriptor that becomes readable when the main queue has something to do.
int _dispatch_get_main_queue_handle_4CF(void);

/// Does what the main queue has to do. To be called on the main thread.
void _dispatch_main_queue_callback_4CF(void *message);
