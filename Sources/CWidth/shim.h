// wcwidth is not visible to Swift, because its header declares it for XSI only.
#include <stddef.h>
int wcwidth(wchar_t character);
