"""The proxy for a host, as the environment says (`HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY`, `NO_PROXY`)."""

from __future__ import annotations

import ipaddress
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from accord.errors import UsageError
from accord.llm.client.secret import Secret


def proxy_for(address: str) -> str | None:
    """The address of the proxy; None where there is none. Found once for an endpoint, not for each request.

    This machine itself is never asked for through a proxy, which would look for the server on its own. Raises
    UsageError for a proxy that is no HTTP proxy; its address, which may hold a password, is not shown.
    """
    parts = urlsplit(address)
    host = parts.hostname or ""
    if _is_this_machine(host) or proxy_bypass(parts.netloc.rpartition("@")[2]):
        return None
    proxies = getproxies()
    name = parts.scheme if proxies.get(parts.scheme) else "all"
    found = proxies.get(name)
    if not found:
        return None
    found = found if "://" in found else f"http://{found}"
    if urlsplit(found).scheme not in ("http", "https"):
        raise UsageError(f"{name}_proxy: only http:// and https:// proxies can be used; {host} may stand in no_proxy")
    return found


def secrets_of(proxy: str | None) -> tuple[Secret, ...]:
    """What of the address of a proxy is not to be shown: its password, alone and with the user, as it is sent."""
    parts = urlsplit(proxy or "")
    if parts.password is None:
        return ()
    password = unquote(parts.password)
    return tuple(Secret(text) for text in (f"{unquote(parts.username or '')}:{password}", password) if text)


def _is_this_machine(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
